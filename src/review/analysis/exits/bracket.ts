import type { ExitGrid } from './exit-grid.js';
import { type ExitWalks, NEVER, type Touches } from './exit-walks.js';

/** The worst and the best result that the bars allow, in R, for each requested trade. */
export interface ExitOutcomes {
  readonly worst: Float64Array;
  readonly best: Float64Array;
}

/** A cell of a grid: the index of a target and the index of a stop. */
export interface Cell {
  readonly target: number;
  readonly stop: number;
}

/** A target and a stop. The trade ends when price touches either of them. */
export interface Bracket {
  readonly walks: ExitWalks;
  readonly cell: Cell;
  readonly targetR: number;
  readonly target: Touches;
  /** Stop in R, as a negative number. */
  readonly stopR: number;
  readonly stop: Touches;
}

export const bracketOf = ({ targets, stops }: ExitGrid, walks: ExitWalks, cell: Cell): Bracket => ({
  walks,
  cell,
  targetR: targets[cell.target]!,
  target: walks.touches[cell.target]!,
  stopR: -stops[cell.stop]!,
  stop: walks.touches[targets.length + cell.stop]!,
});

/** Adds a possible outcome of a trade, in R. */
export function addOutcome({ worst, best }: ExitOutcomes, i: number, outcome: number): void {
  if (outcome < worst[i]!) worst[i] = outcome;
  if (outcome > best[i]!) best[i] = outcome;
}

/** Adds the possible outcomes of a trade whose stop does not move. */
export function addBracket(outcomes: ExitOutcomes, i: number, bracket: Bracket, trade: number): void {
  if (addPartialBar(outcomes, i, bracket, trade)) return;
  addFirst(outcomes, i, bracket, trade, bracket.stop, bracket.stopR);
}

/**
 * Adds the outcomes that are possible within the entry bar if this bar opens before the entry. Otherwise adds nothing.
 * @returns whether the close of the bar ended the trade
 */
export function addPartialBar(outcomes: ExitOutcomes, i: number, bracket: Bracket, trade: number): boolean {
  const { walks, cell, target, stop } = bracket;
  const mayTouchTarget = cell.target < walks.targetsPerhaps[trade]!;
  const mayTouchStop = cell.stop < walks.stopsPerhaps[trade]!;
  if (mayTouchTarget) addOutcome(outcomes, i, bracket.targetR);
  if (mayTouchStop) addOutcome(outcomes, i, bracket.stopR);
  return (mayTouchTarget && target.bar[trade] === 0) || (mayTouchStop && stop.bar[trade] === 0);
}

/**
 * Adds the end of a trade at the target or at a stop, whichever is touched first. If the same bar touches both first,
 * both ends are possible, unless the bar opened at or beyond one of them. If no bar touches either, the trade ends at
 * the close at the horizon.
 */
export function addFirst(
  outcomes: ExitOutcomes,
  i: number,
  { walks, target, targetR }: Bracket,
  trade: number,
  lower: Touches,
  lowerR: number,
): void {
  const up = target.bar[trade]!;
  const down = lower.bar[trade]!;
  if (up < down) {
    addOutcome(outcomes, i, openOr(target.openR[trade]!, targetR));
  } else if (down < up) {
    addOutcome(outcomes, i, openOr(lower.openR[trade]!, lowerR));
  } else if (up === NEVER) {
    addOutcome(outcomes, i, walks.closeR[trade]!);
  } else {
    const openR = openOr(target.openR[trade]!, lower.openR[trade]!);
    addOutcome(outcomes, i, openOr(openR, targetR));
    addOutcome(outcomes, i, openOr(openR, lowerR));
  }
}

/** Returns the gain of an exit at the open. If the exit is not at the open, returns the gain at the level. */
const openOr = (openR: number, levelR: number): number => (Number.isNaN(openR) ? levelR : openR);
