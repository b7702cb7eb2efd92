import type { HindsightAnswer } from '../../../../src/review/analysis/hindsight/hindsight.dto.js';
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
  panel: () => import('./hindsight-panel.js'),
};
