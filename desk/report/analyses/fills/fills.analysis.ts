import type { FillsAnswer } from '../../../../src/review/analysis/fills/fills.dto.js';
import { stateSentence } from '../../panels/states.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    /** The fills that the candles rule out, with the first trades that have findings. */
    readonly fills: Pick<FillsAnswer, 'state' | 'reason' | 'summary' | 'trades'>;
  }
}

export const fillsAnalysis: Analysis = {
  requests: {
    fills: { turn: 7, words: 'fills', path: 'fills', query: () => ({ count: 500 }), isLate: true },
  },
  panel: {
    id: 'fills',
    title: 'Fills',
    nothing: ({ fills }) => (fills ? stateSentence(fills) : null),
    load: () => import('./fills-panel.js'),
  },
};
