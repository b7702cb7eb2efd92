import type { PositionsAnswer } from '../../../../src/review/analysis/positions/positions.dto.js';
import type { Analysis } from '../analysis.js';
import { type SheetPositions, sheetPositions } from './sheet-positions.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly positions: SheetPositions;
  }
}

export const positionsAnalysis: Analysis = {
  requests: {
    positions: {
      turn: 16,
      words: 'positions',
      path: 'positions',
      hasThreshold: true,
      isLate: true,
      read: async (ask, query) => sheetPositions(await ask<PositionsAnswer>(query)),
    },
  },
  panel: {
    id: 'positions',
    title: 'Positions',
    isLeftOut: ({ positions }) => !positions || positions.largest < 2,
    load: () => import('./positions-panel.js'),
  },
};
