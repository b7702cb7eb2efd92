import type { TimestampsAnswer } from '../../../../src/review/analysis/timestamps/timestamps.dto.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly timestamps: TimestampsAnswer;
  }
}

/** The check of the times, which a banner above the panels shows. */
export const timestampsAnalysis: Analysis = {
  requests: {
    timestamps: { turn: 2, words: 'the check of the times', path: 'timestamps', isOfAllTrades: true },
  },
};
