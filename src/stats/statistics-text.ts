import { writeNumber } from '../common/write-number.js';
import { type TextColumn, compareTexts } from '../database/copy-decoder.js';
import { calculateStatistics, type StatisticsSettings } from './calculator/calculate-statistics.js';
import type { EquityCurve } from './calculator/equity-curve.js';
import type { TradeColumns } from './calculator/trade-columns.js';
import { bringInOrder, tradeOrder } from './calculator/trade-order.js';
import { statisticsAnswer } from './statistics-answer.js';

/** A session's trades in no particular order. */
export type UnorderedTrades = TradeColumns & { readonly clientId: TextColumn };

/**
 * The statistics as JSON text in UTF-8, without the ideal-R analysis and without the closing brace, in pages that follow
 * one another. The points of the equity curve are written straight from their columns: they are most of the text, and
 * as objects or as one string they would cost more than the rest.
 * @param trades given away: their columns are rearranged
 */
export function statisticsText(trades: UnorderedTrades, settings: StatisticsSettings): Uint8Array[] {
  const order = tradeOrder(trades, (a, b) => compareTexts(trades.clientId, a, b));
  const calculated = calculateStatistics(bringInOrder(trades, order), settings);
  const figures = JSON.stringify(statisticsAnswer({ ...calculated, equityCurve: NO_CURVE }));
  const curveAt = figures.indexOf(CURVE) + CURVE.length;
  return [
    new TextEncoder().encode(figures.slice(0, curveAt)),
    ...curvePages(calculated.equityCurve),
    new TextEncoder().encode(figures.slice(curveAt, -1)),
  ];
}

const NO_CURVE: EquityCurve = { time: new Float64Array(0), equity: new Float64Array(0) };
const CURVE = '"equityCurve":[';

const POINT_START = Buffer.from(',{"time":');
const EQUITY = Buffer.from(',"equity":');
const POINT_END = '}'.charCodeAt(0);

/** Two of the longest doubles, 25 characters each, and what stands around them. */
const LONGEST_POINT = 2 * 25 + POINT_START.length + EQUITY.length + 1;

/** Of a point as it is in practice. */
const COMMON_POINT = 48;
const LARGEST_PAGE = 2 ** 20;

/** Page by page, so that no moment needs the text twice. */
function* curvePages({ time, equity }: EquityCurve): Generator<Uint8Array> {
  for (let point = 0; point < time.length;) {
    const left = (time.length - point) * COMMON_POINT + LONGEST_POINT;
    const page = Buffer.allocUnsafeSlow(Math.min(left, LARGEST_PAGE));
    const isFirst = point === 0;
    let at = 0;
    for (; point < time.length && at + LONGEST_POINT <= page.length; point += 1) {
      at = writePoint(page, at, time[point]!, equity[point]!);
    }
    // No comma stands before the first point.
    yield page.subarray(isFirst ? 1 : 0, at);
  }
}

function writePoint(page: Buffer, start: number, time: number, equity: number): number {
  let at = copy(POINT_START, page, start);
  at = copy(EQUITY, page, writeNumber(page, at, time));
  at = writeNumber(page, at, equity);
  page[at] = POINT_END;
  return at + 1;
}

/** For so few bytes a loop is quicker than a call. */
function copy(text: Buffer, page: Buffer, at: number): number {
  for (let i = 0; i < text.length; i += 1) page[at + i] = text[i]!;
  return at + text.length;
}
