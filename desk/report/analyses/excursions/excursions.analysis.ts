import type { ExcursionsAnswer } from '../../../../src/review/analysis/excursions/excursions.dto.js';
import { NO_STOPS, stateSentence } from '../../panels/states.js';
import type { Analysis } from '../analysis.js';
import { allExcursions } from './all-excursions.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    /** The excursions of all trades. */
    readonly excursions: Pick<ExcursionsAnswer, 'state' | 'reason' | 'summary'> & {
      readonly trades: readonly SheetExcursion[];
      /** True if there are more trades than the list contains. */
      readonly isCut?: boolean;
    };
  }
}

/** The excursions of a trade in units of its initial risk. The values are the lower bounds that the bars prove. */
interface SheetExcursion {
  readonly tradeId: string;
  readonly mfeR: number;
  readonly maeR: number;
}

export const excursionsAnalysis: Analysis = {
  requests: {
    excursions: {
      turn: 13,
      words: 'excursions',
      path: 'excursions',
      query: () => ({ count: 500 }),
      read: allExcursions,
    },
  },
  panel: {
    id: 'excursions',
    title: 'Excursions',
    nothing: ({ excursions }) => {
      if (!excursions) return null;
      return stateSentence(excursions) ?? (excursions.trades.length === 0 ? NO_STOPS : null);
    },
    load: () => import('./excursions-panel.js'),
  },
};
