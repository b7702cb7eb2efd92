import type { EquityPointDto } from '../../src/stats/document/statistics-parts.dto.js';
import type { SheetData } from './sheet-data.js';

export interface SheetCurve {
  readonly points: readonly EquityPointDto[];
  /** True if open trades count at market prices. */
  readonly isMarked: boolean;
  /** False if the market price of an open trade is unknown at a point. */
  readonly isComplete: boolean;
}

/**
 * Returns the curve of the equity: with open trades at market prices if candles are stored, otherwise of the closed
 * trades. A marked curve begins with the initial balance; where a price is unknown, it has the realised equity.
 */
export function equityCurve({ stats, markedEquity, session }: SheetData): SheetCurve {
  const marked = markedEquity?.state === 'ready' ? markedEquity.points : [];
  const [first, second] = marked;
  if (!first || !second) return { points: stats?.equityCurve ?? [], isMarked: false, isComplete: true };
  // A point has the equity at the end of its bar.
  const bar = second.time - first.time;
  return {
    points: [
      { time: first.time, equity: session.initialBalance },
      ...marked.map(({ time, close, realised }) => ({ time: time + bar, equity: close ?? realised })),
    ],
    isMarked: true,
    isComplete: marked.every(({ close }) => close !== null),
  };
}
