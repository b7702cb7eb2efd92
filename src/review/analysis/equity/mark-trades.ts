import { MINUTE_MS } from '../../../shared/market/intervals.js';
import { type Span, isWithin, spansWithin, subtractSpans } from '../../../shared/market/spans.js';
import { type MarketExposure, type ExposureFinder, minuteIn } from './exposures.js';
import type { MinutePrices } from './minute-prices.js';
import type { MinuteSums } from './minute-sums.js';
import { type OpenTrades, openWithin } from './open-trades.js';

/**
 * Adds the marks of the trades of one market to a part of the timeline. The mark of a trade at a price is the result
 * before costs if the trade closed at this price: d · qty · (price − entry price).
 */
export function markTrades(
  market: OpenTrades,
  part: Span,
  prices: MinutePrices,
  sums: MinuteSums,
  exposures: ExposureFinder,
): void {
  const { start, wholeStart, wholeEnd, end } = market;
  const positions = openWithin(market, part);
  for (const exposure of exposures.within(market, positions, part)) {
    if (sums.shared.length === 0) markWhole(exposure, prices, sums);
    else markInPieces(exposure, prices, sums);
  }
  for (const at of positions) {
    markPartial(market, at, part, { start: start[at]!, end: wholeStart[at]! }, prices, sums);
    markPartial(market, at, part, { start: wholeEnd[at]!, end: end[at]! }, prices, sums);
  }
}

/**
 * Adds the marks of trades that are open for whole minutes. Each price has its own loop, because one loop over all
 * columns takes twice as long (bench row `equity`). The prices of an unknown minute are NaN, so its sums become NaN.
 */
function markWhole(exposure: MarketExposure, prices: MinutePrices, sums: MinuteSums): void {
  addOpens(exposure, prices, sums);
  addCloses(exposure, prices, sums);
  addExtremes(exposure, prices, sums);
}

function addOpens(
  { from, to, size, cost }: MarketExposure,
  { open }: MinutePrices,
  { openLeast, openGreatest }: MinuteSums,
): void {
  for (let minute = from; minute < to; minute += 1) {
    const mark = size * open[minute]! - cost;
    openLeast[minute]! += mark;
    openGreatest[minute]! += mark;
  }
}

function addCloses(
  { from, to, size, cost }: MarketExposure,
  prices: MinutePrices,
  { closeLeast, closeGreatest, close }: MinuteSums,
): void {
  for (let minute = from; minute < to; minute += 1) {
    const mark = size * prices.close[minute]! - cost;
    closeLeast[minute]! += mark;
    closeGreatest[minute]! += mark;
    close[minute]! += mark;
  }
}

function addExtremes(
  { from, to, size, cost }: MarketExposure,
  { low, high }: MinutePrices,
  { least, greatest, fall, rise }: MinuteSums,
): void {
  const [worst, best] = size < 0 ? [high, low] : [low, high];
  for (let minute = from; minute < to; minute += 1) {
    const atWorst = size * worst[minute]! - cost;
    const atBest = size * best[minute]! - cost;
    least[minute]! += atWorst;
    greatest[minute]! += atBest;
    // No other market has a trade in this minute.
    fall[minute] = rise[minute] = atBest - atWorst;
  }
}

/** Marks the minutes of an exposure in which other markets also have trades apart from its other minutes. */
function markInPieces(exposure: MarketExposure, prices: MinutePrices, sums: MinuteSums): void {
  const whole = { start: exposure.from, end: exposure.to };
  const shared = spansWithin(sums.shared, whole);
  for (const { start, end } of subtractSpans([whole], shared))
    markWhole({ ...exposure, from: start, to: end }, prices, sums);
  for (const { start, end } of shared) {
    const piece = { ...exposure, from: start, to: end };
    addCloses(piece, prices, sums);
    addExtremesOfShared(start === exposure.from ? piece : { ...piece, before: exposure }, prices, sums);
  }
}

/** Adds the extremes in minutes in which the market may still stand at its previous close. */
function addExtremesOfShared(
  { from, to, size, cost, before }: MarketExposure,
  prices: MinutePrices,
  { least, greatest, close, fall, rise }: MinuteSums,
): void {
  const [worst, best] = size < 0 ? [prices.high, prices.low] : [prices.low, prices.high];
  for (let minute = from; minute < to; minute += 1) {
    const atWorst = size * worst[minute]! - cost;
    const atBest = size * best[minute]! - cost;
    const earlier = minute === from ? before : { size, cost };
    const atStart = earlier ? earlier.size * closeBefore(prices, minute) - earlier.cost : 0;
    const marketLeast = Math.min(atWorst, atStart);
    const marketGreatest = Math.max(atBest, atStart);
    least[minute]! += marketLeast;
    greatest[minute]! += marketGreatest;
    fall[minute] = Math.max(fall[minute]!, marketGreatest - atWorst);
    rise[minute] = Math.max(rise[minute]!, atBest - marketLeast);
    if (Number.isNaN(atStart)) close[minute] = NaN;
  }
}

const closeBefore = ({ close, before }: MinutePrices, minute: number): number =>
  minute === 0 ? before : close[minute - 1]!;

/** The times of a trade that may be open only for a part of a minute, ms, and its results. */
interface PartialTrade {
  /** The entry lies in [entryTime, latestEntry], the exit in [exitTime, latestExit]. */
  readonly entryTime: number;
  readonly latestEntry: number;
  readonly exitTime: number;
  readonly latestExit: number;
  readonly plGross: number;
  readonly plNet: number;
}

/** Adds the marks of a trade in the minutes in which the trade may be open only for a part of the minute. */
function markPartial(
  market: OpenTrades,
  at: number,
  part: Span,
  span: Span,
  prices: MinutePrices,
  sums: MinuteSums,
): void {
  if (span.start >= part.end || span.end <= part.start) return;
  const trade = partialTrade(market, at);
  const [size, cost] = [market.size[at]!, market.cost[at]!];
  const to = minuteIn(part, span.end);
  for (let minute = minuteIn(part, span.start); minute < to; minute += 1) {
    const start = part.start + minute * MINUTE_MS;
    const close = size * prices.close[minute]! - cost;
    // In shared minutes, the market may still stand at its previous close.
    const mayStand = trade.entryTime < start && isWithin(sums.shared, minute);
    const atStart = mayStand ? size * closeBefore(prices, minute) - cost : close;
    if (Number.isNaN(close) || Number.isNaN(atStart)) {
      sums.least[minute] = sums.greatest[minute] = sums.close[minute] = NaN;
      continue;
    }
    const atOpen = size * prices.open[minute]! - cost;
    const atLow = size * prices.low[minute]! - cost;
    const atHigh = size * prices.high[minute]! - cost;
    const least = leastWithin(trade, start, Math.min(atLow, atHigh, atStart));
    const greatest = greatestWithin(trade, start, Math.max(atLow, atHigh, atStart));
    sums.least[minute]! += least;
    sums.greatest[minute]! += greatest;
    addOpenBounds(sums, minute, trade, start, atOpen, least, greatest);
    addCloseBounds(sums, minute, trade, start, close, least, greatest);
    if (start + MINUTE_MS <= trade.exitTime) sums.close[minute]! += close;
  }
}

function partialTrade({ trades, places, resolution }: OpenTrades, at: number): PartialTrade {
  const trade = places[at]!;
  const [entryTime, exitTime] = [trades.entryTime[trade]!, trades.exitTime[trade]!];
  return {
    entryTime,
    latestEntry: entryTime + resolution.entryMs,
    exitTime,
    latestExit: exitTime + resolution.exitMs,
    plGross: trades.plGross[trade]!,
    plNet: trades.plNet[trade]!,
  };
}

/**
 * Returns the least result within a minute: the least mark, 0 if the trade may not be open yet, or a final result if the
 * trade may be closed.
 */
function leastWithin(trade: PartialTrade, start: number, mark: number): number {
  const least = trade.latestEntry > start ? Math.min(mark, 0) : mark;
  return trade.exitTime < start + MINUTE_MS ? Math.min(least, trade.plGross, trade.plNet) : least;
}

/** Like `leastWithin`, but returns the greatest result. */
function greatestWithin(trade: PartialTrade, start: number, mark: number): number {
  const greatest = trade.latestEntry > start ? Math.max(mark, 0) : mark;
  return trade.exitTime < start + MINUTE_MS ? Math.max(greatest, trade.plGross, trade.plNet) : greatest;
}

/** Adds the bounds of the result at the start of a minute. Before the earliest entry, the result is 0. */
function addOpenBounds(
  { openLeast, openGreatest }: MinuteSums,
  minute: number,
  { entryTime, latestEntry, exitTime }: PartialTrade,
  start: number,
  atOpen: number,
  least: number,
  greatest: number,
): void {
  if (entryTime > start) return;
  const isCertain = latestEntry <= start && start < exitTime;
  openLeast[minute]! += isCertain ? atOpen : least;
  openGreatest[minute]! += isCertain ? atOpen : greatest;
}

/** Adds the bounds of the result at the end of a minute. */
function addCloseBounds(
  { closeLeast, closeGreatest }: MinuteSums,
  minute: number,
  { latestEntry, exitTime, latestExit, plNet }: PartialTrade,
  start: number,
  atClose: number,
  least: number,
  greatest: number,
): void {
  const end = start + MINUTE_MS;
  if (latestEntry < end && end <= exitTime) least = greatest = atClose;
  else if (exitTime < end && latestExit <= end) least = greatest = plNet;
  closeLeast[minute]! += least;
  closeGreatest[minute]! += greatest;
}
