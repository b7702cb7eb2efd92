import type { SizingAnswer } from '../../../../src/review/analysis/sizing/sizing.dto.js';
import { NO_TRADES } from '../../panels/no-trades.js';
import { NO_STOPS } from '../../panels/states.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly sizing: SizingAnswer;
  }
}

export const sizingAnalysis: Analysis = {
  requests: { sizing: { turn: 8, words: 'position sizes', path: 'sizing', isLate: true } },
  panel: {
    id: 'sizing',
    title: 'Position size',
    nothing: ({ sizing }) => {
      if (!sizing || sizing.rows.length > 0) return null;
      return sizing.reason === 'no-trades' ? NO_TRADES : NO_STOPS;
    },
    load: () => import('./sizing-panel.js'),
  },
};
