import type { TimestampsAnswer } from '../../../../src/review/analysis/timestamps/timestamps.dto.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly timestamps: TimestampsAnswer;
  }
}

/** The check of the times. A banner above the panels shows it too if the times do not fit. */
export const timestampsAnalysis: Analysis = {
  requests: {
    timestamps: { turn: 2, words: 'the check of the times', path: 'timestamps', isOfAllTrades: true },
  },
  panel: {
    id: 'timestamps',
    title: 'Times of the trades',
    nothing: ({ timestamps }) => (timestamps?.verdict === 'unknown' ? timestamps.message : null),
    load: () => import('./timestamps-panel.js'),
  },
};
