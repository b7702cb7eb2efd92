import type { HindsightAnswer } from '../../../../src/review/analysis/hindsight/hindsight.dto.js';
import { NO_TRADES } from '../../panels/no-trades.js';
import type { Analysis } from '../analysis.js';
import { type SheetHindsight, sheetHindsight } from './sheet-hindsight.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly hindsight: SheetHindsight;
  }
}

export const hindsightAnalysis: Analysis = {
  requests: {
    hindsight: {
      turn: 11,
      words: 'hindsight',
      path: 'hindsight',
      hasThreshold: true,
      read: async (ask, query) => sheetHindsight(await ask<HindsightAnswer>(query), true),
    },
  },
  panel: {
    id: 'hindsight',
    title: 'Hindsight',
    nothing: ({ hindsight }) => {
      if (!hindsight || hindsight.seenSessionCount > 0) return null;
      return hindsight.reason === 'no-trades'
        ? NO_TRADES
        : 'No earlier session of the workspace traded this market at this time, so nothing was known before.';
    },
    load: () => import('./hindsight-panel.js'),
  },
};
