import type { OhlcPrices } from '../minutes/ohlc-minutes.js';
import type { ExitGrid } from './exit-grid.js';
import { type ExitLevels, type RiskedExitTrades, gainInR } from './exit-levels.js';
import { ARMED, type ExitWalks, NEVER, PERHAPS_ARMED, type Touches } from './exit-walks.js';

/** One trade on its walk over bars. */
export interface ExitWalk {
  readonly trades: RiskedExitTrades;
  readonly trade: number;
  readonly grid: ExitGrid;
  readonly walks: ExitWalks;
  readonly levels: ExitLevels;
  /** Prices as a long trade sees them. */
  readonly prices: OhlcPrices;
  /** Position of the entry bar, which may lie before these bars. */
  readonly entryAt: number;
}

/**
 * Returns the price to which a bar must fall to change anything: the next stop, or the stop at the entry if it comes
 * first.
 */
export function nextDown({ grid, walks, levels, trade }: ExitWalk): number {
  const isArmed = walks.trigger.bar[trade] !== NEVER || walks.arming[trade] === PERHAPS_ARMED;
  const returns = walks.trigger.bar[trade] === NEVER ? walks.perhapsReturn : walks.return;
  if (isArmed && returns.bar[trade] === NEVER) return levels.entry;
  return levels.prices[grid.targets.length + walks.stopsTouched[trade]!] ?? -Infinity;
}

/** Returns the price to which a bar must rise to change anything: the next target, or the trigger. */
export function nextUp({ grid, walks, levels, trade }: ExitWalk): number {
  const touched = walks.targetsTouched[trade]!;
  const target = touched < grid.targets.length ? levels.prices[touched]! : Infinity;
  return walks.trigger.bar[trade] === NEVER ? Math.min(target, levels.trigger) : target;
}

/**
 * Returns whether every cell has ended. A cell ends at its target or its stop, so all cells have ended if all targets
 * or all stops were touched. They have also ended if a stop at the entry was touched that was certainly armed: the
 * cells with targets up to the trigger do not have that stop, but their targets were touched before.
 */
export const hasEnded = ({ grid, walks, trade }: ExitWalk): boolean =>
  walks.targetsTouched[trade] === grid.targets.length ||
  walks.stopsTouched[trade] === grid.stops.length ||
  walks.return.bar[trade] !== NEVER;

/** Records the touches of a bar that lies wholly after the entry. */
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
 * Records the first bar that reaches the trigger. If it opens at the trigger or beyond, the stop is at the entry from
 * the open on, and the bar touches the stop if it falls that far. Otherwise only a close at the entry or below proves
 * a touch.
 */
function touchTrigger(walk: ExitWalk, at: number): void {
  const { walks, levels, prices, trade } = walk;
  touch(walk, walks.trigger, at, prices.open[at]! >= levels.trigger);
  if (prices.low[at]! > levels.entry) return;
  walks.entryInTriggerBar[trade] = 1;
  const isArmedFromOpen = !Number.isNaN(walks.trigger.openR[trade]!);
  if (isArmedFromOpen || prices.close[at]! <= levels.entry) touch(walk, walks.return, at, false);
}

/**
 * Records the touches of an entry bar that lies partly before the entry. The touches may lie before the entry, except
 * those that the close proves, because the close lies after the entry.
 */
export function touchPartialBar(walk: ExitWalk, at: number): void {
  const { grid, walks, levels, prices, trade } = walk;
  const high = prices.high[at]!;
  const low = prices.low[at]!;
  const close = prices.close[at]!;
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

/** Records the levels that prices from `low` to `high` reach, from the next levels outwards. */
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
 * Records a touch if it is the first. The open of the entry bar is not a touch, because the trade was not open before
 * it.
 */
function touch(walk: ExitWalk, { bar, openR }: Touches, at: number, opensBeyond: boolean): void {
  const { trades, walks, prices, entryAt, trade } = walk;
  if (bar[trade] !== NEVER) return;
  bar[trade] = at - entryAt;
  if (!opensBeyond || at === entryAt) return;
  openR[trade] = gainInR(trades, trade, prices.open[at]!);
  walks.openTouched[trade] = 1;
}
