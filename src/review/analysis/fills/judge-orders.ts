import { decimalOf, minus, rounded, times } from '../../../shared/decimal/exact-decimal.js';
import { MINUTE_MS, floorToInterval } from '../../../shared/market/intervals.js';
import type { Span } from '../../../shared/market/spans.js';
import { ownBars } from '../minutes/own-bars.js';
import type { StampResolution } from '../minutes/stamp-resolution.js';
import type { Finding, MoneyBounds } from './findings.js';
import { beyondLevel } from './first-touch.js';
import { type JudgedTrades, type Level, levelPrice, sideOfLevel } from './judged-trades.js';
import { type LevelTouches, type LevelWalks, type StopBars, stopRangeBefore } from './level-walks.js';

/** Returns the doubts about the stop and the target of a trade. */
export function judgeOrders(
  trades: JudgedTrades,
  walks: LevelWalks,
  trade: number,
  resolution: StampResolution,
): readonly Finding[] {
  if (!isTouched(walks, trade)) return NO_FINDINGS;
  return [
    touchFinding(trades, walks.stop, trade, 'stop'),
    gapFinding(trades, walks, trade, resolution),
    touchFinding(trades, walks.target, trade, 'target'),
  ].filter((finding) => finding !== null);
}

const NO_FINDINGS: readonly Finding[] = [];

/** Returns whether any bar may touch the stop or the target of a trade. No bar does for most trades. */
const isTouched = ({ stop, target, stopBefore, stopOwn }: LevelWalks, trade: number): boolean =>
  [stop.possible, target.possible, stopBefore.ts, stopOwn.ts].some((times) => !Number.isNaN(times[trade]!));

function touchFinding(
  trades: JudgedTrades,
  { possible, certain }: LevelTouches,
  trade: number,
  level: Level,
): Finding | null {
  const isCertain = !Number.isNaN(certain[trade]!);
  const time = isCertain ? certain[trade]! : possible[trade]!;
  if (Number.isNaN(time)) return null;
  // Every field is named, because spreading other objects takes several microseconds (bench row `fills`).
  return {
    kind: level === 'stop' ? 'stop-touched' : 'target-touched',
    fill: 'exit',
    certainty: isCertain ? 'certain' : 'possible',
    time,
    price: levelPrice(trades, trade, level),
    low: null,
    high: null,
    open: null,
    favourable: null,
    money: null,
  };
}

/** The cost of an exit at the stop in a bar that opened beyond the stop. */
interface Gap extends MoneyBounds {
  readonly open: number;
}

/**
 * Returns the doubt about an exit at the stop if it may lie in a bar that opened beyond the stop. In such a bar, the
 * true exit is at the open or at a worse price.
 */
function gapFinding(
  trades: JudgedTrades,
  { stopBefore, stopOwn }: LevelWalks,
  trade: number,
  resolution: StampResolution,
): Finding | null {
  const own = ownBars(trades.exitTime[trade]!, resolution.exitMs);
  const gaps = [
    gapIn(trades, trade, stopBefore, stopRangeBefore(trades, trade, resolution), resolution),
    gapIn(trades, trade, stopOwn, own, resolution),
  ].filter((gap) => gap !== null);
  const max = Math.max(0, ...gaps.map((gap) => gap.max));
  if (max === 0) return null;
  const min = Math.min(...gaps.map((gap) => gap.min));
  return {
    kind: 'gap',
    fill: 'exit',
    certainty: min > 0 ? 'certain' : 'possible',
    time: floorToInterval(trades.exitTime[trade]!, '1m'),
    price: trades.exitPrice[trade]!,
    low: null,
    high: null,
    open: gaps.find((gap) => gap.max === max)!.open,
    favourable: null,
    money: { min, max },
  };
}

/** Returns the gap of the first bar of a range that touches the stop; null if no bar of the range touches the stop. */
function gapIn(
  trades: JudgedTrades,
  trade: number,
  bars: StopBars,
  range: Span,
  { entryMs }: StampResolution,
): Gap | null {
  const ts = bars.ts[trade]!;
  if (Number.isNaN(ts)) return null;
  const open = bars.open[trade]!;
  const entryTime = trades.entryTime[trade]!;
  const max = ts > entryTime ? costOfGap(trades, trade, open) : 0;
  const isMissing = bars.seen[trade]! < (ts - range.start) / MINUTE_MS;
  return { open, max, min: entryTime + entryMs > ts || isMissing ? 0 : max };
}

/**
 * Returns how much an exit at the open would cost instead of an exit at the exit price; 0 if the bar did not open
 * beyond the stop.
 */
function costOfGap(trades: JudgedTrades, trade: number, open: number): number {
  const side = sideOfLevel(trades, trade, 'stop');
  const exitPrice = trades.exitPrice[trade]!;
  const isBeyond = side * (open - beyondLevel(levelPrice(trades, trade, 'stop'), side)) > 0;
  if (!isBeyond || side * (open - exitPrice) <= 0) return 0;
  const distance = minus(decimalOf(open), decimalOf(exitPrice));
  return Math.abs(rounded(times(distance, decimalOf(trades.quantity[trade]!))));
}
