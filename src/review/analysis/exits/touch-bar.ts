import type { OhlcPrices } from '../minutes/ohlc-minutes.js';
import type { ExitGrid } from './exit-grid.js';
import { type ExitLevels, type RiskedExitTrades, gainInR } from './exit-levels.js';
import { ARMED, type ExitWalks, NEVER, PERHAPS_ARMED, type Touches } from './exit-walks.js';

/** One trade and its walk over bars. */
export interface ExitWalk {
  readonly trades: RiskedExitTrades;
  readonly trade: number;
  readonly grid: ExitGrid;
  readonly walks: ExitWalks;
  readonly levels: ExitLevels;
  /** Prices, negated for a short trade. */
  readonly prices: OhlcPrices;
  /** Position of the entry bar. It may lie before the first of the bars that the walk reads now. */
  readonly entryAt: number;
}

/**
 * Returns the price to which a bar must fall to change the state of the walk: the next stop or, if price reaches it
 * earlier, the stop at the entry price.
 */
export function nextDown({ grid, walks, levels, trade }: ExitWalk): number {
  const isArmed = walks.trigger.bar[trade] !== NEVER || walks.arming[trade] === PERHAPS_ARMED;
  const returns = walks.trigger.bar[trade] === NEVER ? walks.perhapsReturn : walks.return;
  if (isArmed && returns.bar[trade] === NEVER) return levels.entry;
  return levels.prices[grid.targets.length + walks.stopsTouched[trade]!] ?? -Infinity;
}

/**
 * Returns the price to which a bar must rise to change the state of the walk: the next target or, if price reaches it
 * earlier, the trigger.
 */
export function nextUp({ grid, walks, levels, trade }: ExitWalk): number {
  const touched = walks.targetsTouched[trade]!;
  const target = touched < grid.targets.length ? levels.prices[touched]! : Infinity;
  return walks.trigger.bar[trade] === NEVER ? Math.min(target, levels.trigger) : target;
}

/**
 * Returns whether every cell has ended. A cell ends at its target or at its stop, so all cells have ended if all
 * targets or all stops have been touched. All cells have also ended if a stop that has certainly moved to the entry
 * price has been touched: a cell whose target is at or below the trigger does not have this stop, but its target was
 * touched before.
 */
export const hasEnded = ({ grid, walks, trade }: ExitWalk): boolean =>
  walks.targetsTouched[trade] === grid.targets.length ||
  walks.stopsTouched[trade] === grid.stops.length ||
  walks.return.bar[trade] !== NEVER;

/** Records the touches of a bar that opens at or after the entry. */
export function touchBar(walk: ExitWalk, at: number): void {
  const { walks, levels, prices, trade } = walk;
  const open = prices.open[at]!;
  const high = prices.high[at]!;
  const low = prices.low[at]!;
  touchLevels(walk, at, low, high);
  const wasTriggered = walks.trigger.bar[trade] !== NEVER;
  if (low <= levels.entry) {
    const opensBeyond = open <= levels.entry;
    if (walks.arming[trade] === PERHAPS_ARMED) touch(walk, walks.perhapsReturn, at, opensBeyond);
    if (wasTriggered) touch(walk, walks.return, at, opensBeyond);
  }
  if (!wasTriggered && high >= levels.trigger) touchTrigger(walk, at);
}

/**
 * Records the first bar that reaches the trigger. If this bar opens at or beyond the trigger, the stop is at the entry
 * price from the open on, and a low at the entry price touches the stop. Otherwise only a close at or below the entry
 * price proves a touch.
 */
function touchTrigger(walk: ExitWalk, at: number): void {
  const { walks, levels, prices, trade } = walk;
  touch(walk, walks.trigger, at, prices.open[at]! >= levels.trigger);
  if (prices.low[at]! > levels.entry) return;
  walks.entryInTriggerBar[trade] = 1;
  const isArmedFromOpen = !Number.isNaN(walks.trigger.openR[trade]!);
  if (isArmedFromOpen || prices.close[at]! <= levels.entry) touch(walk, walks.return, at, false);
}

/** Adds the bars at the positions [from, to), which open before the latest possible entry. */
export function addEntryBars({ walks, prices, trade }: ExitWalk, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    if (prices.low[at]! < walks.entryLow[trade]!) walks.entryLow[trade] = prices.low[at]!;
    if (prices.high[at]! > walks.entryHigh[trade]!) walks.entryHigh[trade] = prices.high[at]!;
  }
}

/**
 * Records the touches of the entry bars that open before the latest possible entry. These bars count as one bar. Their
 * touches may have been before the entry. Only the close certainly comes after the entry, so only a touch that the
 * close proves is certain.
 * @param close close of the last of these bars
 */
export function touchPartialBar(walk: ExitWalk, close: number): void {
  const { grid, walks, levels, entryAt: at, trade } = walk;
  const high = walks.entryHigh[trade]!;
  const low = walks.entryLow[trade]!;
  const { length: targets } = grid.targets;
  for (let level = 0; level < targets && high >= levels.prices[level]!; level += 1) {
    walks.targetsPerhaps[trade]! += 1;
  }
  for (let level = targets; level < levels.prices.length && low <= levels.prices[level]!; level += 1) {
    walks.stopsPerhaps[trade]! += 1;
  }
  touchLevels(walk, at, close, close);
  if (high < levels.trigger) return;
  walks.returnedPerhaps[trade] = Number(low <= levels.entry);
  if (close >= levels.trigger) {
    walks.arming[trade] = ARMED;
    touch(walk, walks.trigger, at, false);
  } else if (close > levels.entry) {
    walks.arming[trade] = PERHAPS_ARMED;
  }
}

/** Records the levels that prices from `low` to `high` reach, beginning with the next level and going outwards. */
function touchLevels(walk: ExitWalk, at: number, low: number, high: number): void {
  const { grid, walks, levels, prices, trade } = walk;
  const open = prices.open[at]!;
  const { length: targets } = grid.targets;
  for (
    let level = walks.targetsTouched[trade]!;
    level < targets && high >= levels.prices[level]!;
    level += 1
  ) {
    touch(walk, walks.touches[level]!, at, open >= levels.prices[level]!);
    walks.targetsTouched[trade]! += 1;
  }
  const first = targets + walks.stopsTouched[trade]!;
  for (let level = first; level < levels.prices.length && low <= levels.prices[level]!; level += 1) {
    touch(walk, walks.touches[level]!, at, open <= levels.prices[level]!);
    walks.stopsTouched[trade]! += 1;
  }
}

/**
 * Records a touch if it is the first touch. The open of the entry bar never counts as a touch, because the trade was
 * not open yet.
 */
function touch(walk: ExitWalk, { bar, openR }: Touches, at: number, opensBeyond: boolean): void {
  const { trades, walks, prices, entryAt, trade } = walk;
  if (bar[trade] !== NEVER) return;
  bar[trade] = at - entryAt;
  if (!opensBeyond || at === entryAt) return;
  openR[trade] = gainInR(trades, trade, prices.open[at]!);
  walks.openTouched[trade] = 1;
}
