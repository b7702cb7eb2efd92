import type { Findings } from '../../report/findings-by-trade.js';
import type { Trade } from '../../api/trades.js';
import type { ChartColors } from './chart-colors.js';

/** The position of a doubt about a fill in the pane, in CSS pixels. */
export interface DoubtMark {
  readonly tradeId: string;
  readonly kind: Findings[number]['kind'];
  readonly isCertain: boolean;
  readonly x: number;
  readonly y: number;
}

const RADIUS = 9;

/** @param placeOf returns the position of a time and a price; null outside the bars */
export const doubtMarks = (
  trades: readonly Trade[],
  findings: ReadonlyMap<string, Findings>,
  placeOf: (time: number, price: number) => { readonly x: number; readonly y: number } | null,
): DoubtMark[] =>
  trades.flatMap(({ id }) =>
    (findings.get(id) ?? []).flatMap(({ kind, certainty, time, price }) => {
      const place = placeOf(time, price);
      return place ? [{ tradeId: id, kind, isCertain: certainty === 'certain', ...place }] : [];
    }),
  );

/**
 * Draws a ring around a doubtful fill, or around a level that the price has touched. The ring is dashed if the candles
 * do not prove the finding.
 */
export function drawDoubt(
  context: CanvasRenderingContext2D,
  { x, y, isCertain }: DoubtMark,
  colors: ChartColors,
  isSelected: boolean,
): void {
  context.save();
  context.strokeStyle = colors.down;
  context.lineWidth = isSelected ? 2.5 : 1.5;
  if (!isCertain) context.setLineDash([3, 3]);
  context.beginPath();
  context.arc(x, y, RADIUS, 0, 2 * Math.PI);
  context.stroke();
  context.restore();
}
