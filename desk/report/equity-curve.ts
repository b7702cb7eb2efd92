import type { EquityPointDto } from '../../src/stats/document/statistics-parts.dto.js';
import type { SheetData } from './sheet-data.js';

export interface EquityCurve {
  readonly points: readonly EquityPointDto[];
  /** True if open trades count at market prices. */
  readonly isMarked: boolean;
  /** False if the market price of an open trade is unknown at a point. */
  readonly isComplete: boolean;
}

/**
 * Returns the curve of the equity: with open trades at market prices if candles are stored, otherwise of the closed
 * trades. Where a price is unknown, a marked curve has the realised equity.
 */
export function equityCurve({ stats, markedEquity }: Pick<SheetData, 'stats' | 'markedEquity'>): EquityCurve {
  const marked = markedEquity?.state === 'ready' ? markedEquity.points : [];
  if (marked.length < 2) return { points: stats?.equityCurve ?? [], isMarked: false, isComplete: true };
  return {
    points: marked.map(({ time, close, realised }) => ({ time, equity: close ?? realised })),
    isMarked: true,
    isComplete: marked.every(({ close }) => close !== null),
  };
}
