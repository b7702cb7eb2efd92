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
  /** In the view of a long trade. */
  readonly prices: OhlcPrices;
  /** Position of the entry bar, which may lie before these bars. */
  readonly entryAt: number;
}

/** A bar must fall to this price to change anything: the next stop, or before it the stop at the entry. */
export function nextDown({ grid, walks, levels, trade }: ExitWalk): number {
  const isArmed = walks.trigger.bar[trade] !== NEVER || walks.arming[trade] === PERHAPS_ARMED;
  const returns = walks.trigger.bar[trade] === NEVER ? walks.perhapsReturn : walks.return;
  if (isArmed && returns.bar[trade] === NEVER) return levels.entry;
  return levels.prices[grid.targets.length + walks.stopsTouched[trade]!] ?? -Infinity;
}

/** A bar must rise to this price to change anything: the next target, or the trigger. */
export function nextUp({ grid, walks, levels, trade }: ExitWalk): number {
  const touched = walks.targetsTouched[trade]!;
  const target = touched < grid.targets.length ? levels.prices[touched]! : Infinity;
  return walks.trigger.bar[trade] === NEVER ? Math.min(target, levels.trigger) : target;
}

/**
 * Whether every cell has ended. A cell ends at its target or its stop at the latest, so all have when all targets or all
 * stops were touched. They have also ended when a stop at the entry was touched that was certainly armed: the targets
 * up to the trigger, whose cells do not have that stop, were touched before.
 */
export const hasEnded = ({ grid, walks, trade }: ExitWalk): boolean =>
  walks.targetsTouched[trade] === grid.targets.length ||
  walks.stopsTouched[trade] === grid.stops.length ||
  walks.return.bar[trade] !== NEVER;

/** Records what is touched by a bar that lies wholly after the entry. */
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
 * Records the first bar that reaches the trigger. If it opens at the trigger or beyond, the stop stands at the entry
 * from the open on, and the bar touches it if it falls that far. Otherwise only a close at the entry or below proves a
 * touch.
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
 * Records what is touched by an entry bar that lies partly before the entry. The touches may lie before the entry,
 * except those that its close, which lies after the entry, proves.
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

/** Records the levels that are reached by prices from `low` to `high`, from the next ones outwards. */
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

/** Records a touch, if it is the first. The open of the entry bar is no touch: the trade was not there before it. */
function touch(walk: ExitWalk, { bar, openR }: Touches, at: number, opensBeyond: boolean): void {
  const { trades, walks, prices, entryAt, trade } = walk;
  if (bar[trade] !== NEVER) return;
  bar[trade] = at - entryAt;
  if (!opensBeyond || at === entryAt) return;
  openR[trade] = gainInR(trades, trade, prices.open[at]!);
  walks.openTouched[trade] = 1;
}
