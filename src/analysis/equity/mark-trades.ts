import { MINUTE_MS } from '../../market/intervals.js';
import type { Span } from '../../market/spans.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { excursionWindow } from '../excursions/excursion-window.js';
import type { StampResolution } from '../minutes/stamp-resolution.js';
import { openSpan } from './equity-limits.js';
import type { MinutePrices } from './minute-prices.js';
import type { MinuteSums } from './minute-sums.js';

export type MarkedTrades = Pick<
  AnalysedTrades,
  'count' | 'direction' | 'quantity' | 'entryTime' | 'exitTime' | 'entryPrice' | 'plGross' | 'plNet'
>;

/** The trades of one market, with their indexes among all trades. */
export interface MarkedMarket {
  readonly trades: MarkedTrades;
  readonly places: Uint32Array;
  readonly resolution: StampResolution;
}

/**
 * Adds the marks of the trades of one market to a part of the timeline. The mark of a trade at a price is the result
 * before costs if the trade closed at this price: d · qty · (price − entry price).
 */
export function markTrades(market: MarkedMarket, part: Span, prices: MinutePrices, sums: MinuteSums): void {
  const places = placesWithin(market, part);
  markWhole({ ...market, places }, part, prices, sums);
  for (const trade of places) {
    const { start, end } = openSpan(market.trades, trade, market.resolution);
    const whole = wholeSpan(market, trade);
    const first = whole.start < whole.end ? whole : { start: end, end };
    markPartial(market, trade, part, { start, end: first.start }, prices, sums);
    markPartial(market, trade, part, { start: first.end, end }, prices, sums);
  }
}

/** Returns the trades that may be open during a part of the timeline. */
const placesWithin = ({ trades, places, resolution }: MarkedMarket, { start, end }: Span): Uint32Array =>
  places.filter(
    (trade) =>
      trades.entryTime[trade]! < end && trades.exitTime[trade]! + resolution.exitMs + MINUTE_MS > start,
  );

/** Returns the minutes during which a trade is certainly open from their start to their end. */
const wholeSpan = ({ trades, resolution }: MarkedMarket, trade: number): Span =>
  excursionWindow(trades.entryTime[trade]!, trades.exitTime[trade]!, resolution).certain;

/** Adds the marks of all trades that are open for whole minutes, in one sum: Σ d·qty · price − Σ d·qty·entry price. */
function markWhole(market: MarkedMarket, part: Span, prices: MinutePrices, sums: MinuteSums): void {
  const { trades, places } = market;
  const change = { size: new Float64Array(sums.count + 1), cost: new Float64Array(sums.count + 1) };
  const opened = new Int32Array(sums.count + 1);
  for (const trade of places) {
    const { start, end } = wholeSpan(market, trade);
    const from = minuteIn(part, start);
    const to = minuteIn(part, end);
    if (from >= to) continue;
    const size = trades.direction[trade]! * trades.quantity[trade]!;
    const cost = size * trades.entryPrice[trade]!;
    opened[from]! += 1;
    change.size[from]! += size;
    change.cost[from]! += cost;
    opened[to]! -= 1;
    change.size[to]! -= size;
    change.cost[to]! -= cost;
  }
  const { count, least, greatest, reach, openLeast, openGreatest, closeLeast, closeGreatest } = sums;
  let [open, size, cost] = [0, 0, 0];
  for (let minute = 0; minute < count; minute += 1) {
    open += opened[minute]!;
    // The sums restart at 0 when no trade is open, so that rounding errors do not accumulate.
    size = open === 0 ? 0 : size + change.size[minute]!;
    cost = open === 0 ? 0 : cost + change.cost[minute]!;
    if (open === 0) continue;
    // The prices of an unknown minute are NaN, so its sums become NaN.
    const close = size * prices.close[minute]! - cost;
    const atLow = size * prices.low[minute]! - cost;
    const atHigh = size * prices.high[minute]! - cost;
    const atOpen = size * prices.open[minute]! - cost;
    const spread = Math.abs(atHigh - atLow);
    least[minute]! += atLow < atHigh ? atLow : atHigh;
    greatest[minute]! += atLow < atHigh ? atHigh : atLow;
    if (spread > reach[minute]!) reach[minute] = spread;
    openLeast[minute]! += atOpen;
    openGreatest[minute]! += atOpen;
    closeLeast[minute]! += close;
    closeGreatest[minute]! += close;
    sums.close[minute]! += close;
  }
}

const minuteIn = (part: Span, ts: number): number =>
  (Math.min(Math.max(ts, part.start), part.end) - part.start) / MINUTE_MS;

/** Adds the marks of a trade in the minutes in which the trade may be open only for a part of the minute. */
function markPartial(
  market: MarkedMarket,
  trade: number,
  part: Span,
  span: Span,
  prices: MinutePrices,
  sums: MinuteSums,
): void {
  const { trades, resolution } = market;
  const entryTime = trades.entryTime[trade]!;
  const exitTime = trades.exitTime[trade]!;
  const latestEntry = entryTime + resolution.entryMs;
  const latestExit = exitTime + resolution.exitMs;
  const size = trades.direction[trade]! * trades.quantity[trade]!;
  const cost = size * trades.entryPrice[trade]!;
  const [plGross, plNet] = [trades.plGross[trade]!, trades.plNet[trade]!];
  const to = minuteIn(part, span.end);
  for (let minute = minuteIn(part, span.start); minute < to; minute += 1) {
    const start = part.start + minute * MINUTE_MS;
    const end = start + MINUTE_MS;
    const close = size * prices.close[minute]! - cost;
    if (Number.isNaN(close)) {
      sums.least[minute] = sums.greatest[minute] = sums.close[minute] = NaN;
      continue;
    }
    const atLow = size * prices.low[minute]! - cost;
    const atHigh = size * prices.high[minute]! - cost;
    let least = Math.min(atLow, atHigh);
    let greatest = Math.max(atLow, atHigh);
    if (latestEntry > start) [least, greatest] = [Math.min(least, 0), Math.max(greatest, 0)];
    if (exitTime < end) {
      least = Math.min(least, plGross, plNet);
      greatest = Math.max(greatest, plGross, plNet);
    }
    sums.least[minute]! += least;
    sums.greatest[minute]! += greatest;

    if (latestEntry <= start && start < exitTime) {
      const atOpen = size * prices.open[minute]! - cost;
      sums.openLeast[minute]! += atOpen;
      sums.openGreatest[minute]! += atOpen;
    } else if (entryTime <= start) {
      sums.openLeast[minute]! += least;
      sums.openGreatest[minute]! += greatest;
    }

    if (latestEntry < end && end <= exitTime) {
      sums.closeLeast[minute]! += close;
      sums.closeGreatest[minute]! += close;
    } else if (exitTime < end && latestExit <= end) {
      sums.closeLeast[minute]! += plNet;
      sums.closeGreatest[minute]! += plNet;
    } else {
      sums.closeLeast[minute]! += least;
      sums.closeGreatest[minute]! += greatest;
    }
    if (end <= exitTime) sums.close[minute]! += close;
  }
}
