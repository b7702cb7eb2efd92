import { type ExitGrid, movesToBreakEven } from './exit-grid.js';
import { ARMED, type ExitWalks, NEVER, PERHAPS_ARMED, type Touches, UNARMED } from './exit-walks.js';

/** The least and the greatest result of each trade that the bars allow, in R; one place per requested trade. */
export interface ExitOutcomes {
  readonly worst: Float64Array;
  readonly best: Float64Array;
}

/** The numbers of a target and of a stop in a grid. */
export interface Cell {
  readonly target: number;
  readonly stop: number;
}

/** Returns the outcomes of these trades, whose walks are complete, with the exits of one cell. */
export function exitOutcomes(
  grid: ExitGrid,
  walks: ExitWalks,
  cell: Cell,
  places: Uint32Array,
): ExitOutcomes {
  const bracket = bracketOf(grid, walks, cell);
  const outcomes = {
    worst: new Float64Array(places.length).fill(Infinity),
    best: new Float64Array(places.length).fill(-Infinity),
  };
  const canMove = movesToBreakEven(grid, bracket.targetR);
  for (let i = 0; i < places.length; i += 1) {
    const trade = places[i]!;
    if (canMove && mayHaveMoved(walks, trade)) addWithBreakEven(outcomes, i, bracket, trade);
    else addBracket(outcomes, i, bracket, trade);
  }
  return outcomes;
}

/** A target and a stop, one of which comes first. */
interface Bracket {
  readonly walks: ExitWalks;
  readonly cell: Cell;
  readonly targetR: number;
  readonly target: Touches;
  /** Stop in R, negative. */
  readonly stopR: number;
  readonly stop: Touches;
}

const bracketOf = ({ targets, stops }: ExitGrid, walks: ExitWalks, cell: Cell): Bracket => ({
  walks,
  cell,
  targetR: targets[cell.target]!,
  target: walks.touches[cell.target]!,
  stopR: -stops[cell.stop]!,
  stop: walks.touches[targets.length + cell.stop]!,
});

function add({ worst, best }: ExitOutcomes, i: number, outcome: number): void {
  // Stryker disable next-line EqualityOperator: an equal outcome changes nothing
  if (outcome < worst[i]!) worst[i] = outcome;
  // Stryker disable next-line EqualityOperator: an equal outcome changes nothing
  if (outcome > best[i]!) best[i] = outcome;
}

/** Returns whether any bar reaches the trigger; otherwise the stop does not move. */
export const mayHaveMoved = ({ trigger, arming, returnedPerhaps }: ExitWalks, trade: number): boolean =>
  trigger.bar[trade] !== NEVER || arming[trade] !== UNARMED || returnedPerhaps[trade] === 1;

/** Adds the outcomes of a trade whose stop does not move. */
function addBracket(outcomes: ExitOutcomes, i: number, bracket: Bracket, trade: number): void {
  if (addPartialBar(outcomes, i, bracket, trade)) return;
  addFirst(outcomes, i, bracket, trade, bracket.stop, bracket.stopR);
}

/**
 * Adds the outcomes that an entry bar allows if a part of it lies before the entry. Adds nothing for other entry bars.
 * @returns whether its close ended the trade
 */
function addPartialBar(outcomes: ExitOutcomes, i: number, bracket: Bracket, trade: number): boolean {
  const { walks, cell, target, stop } = bracket;
  const mayTouchTarget = cell.target < walks.targetsPerhaps[trade]!;
  const mayTouchStop = cell.stop < walks.stopsPerhaps[trade]!;
  if (mayTouchTarget) add(outcomes, i, bracket.targetR);
  if (mayTouchStop) add(outcomes, i, bracket.stopR);
  return (mayTouchTarget && target.bar[trade] === 0) || (mayTouchStop && stop.bar[trade] === 0);
}

/**
 * Adds the end of a trade at its target or at a lower price, whichever comes first. If one bar touches both, both are
 * possible, unless the bar opened at one of them or beyond. If no bar touches either, the trade ends at the close at
 * the horizon.
 */
function addFirst(
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
    add(outcomes, i, openOr(target.openR[trade]!, targetR));
  } else if (down < up) {
    add(outcomes, i, openOr(lower.openR[trade]!, lowerR));
  } else if (up === NEVER) {
    add(outcomes, i, walks.closeR[trade]!);
  } else {
    const openR = openOr(target.openR[trade]!, lower.openR[trade]!);
    add(outcomes, i, openOr(openR, targetR));
    add(outcomes, i, openOr(openR, lowerR));
  }
}

/** Returns the gain of an exit at the open, or of the level if there is no such exit. */
const openOr = (openR: number, levelR: number): number => (Number.isNaN(openR) ? levelR : openR);

/** Adds the outcomes of a trade whose stop moves to the entry. */
function addWithBreakEven(outcomes: ExitOutcomes, i: number, bracket: Bracket, trade: number): void {
  const { walks } = bracket;
  if (walks.returnedPerhaps[trade] === 1) add(outcomes, i, 0);
  if (addPartialBar(outcomes, i, bracket, trade)) return;
  const arming = walks.arming[trade];
  if (arming === ARMED) {
    addFirst(outcomes, i, bracket, trade, walks.return, 0);
    return;
  }
  if (arming === PERHAPS_ARMED) addFirst(outcomes, i, bracket, trade, walks.perhapsReturn, 0);
  addUntilTrigger(outcomes, i, bracket, trade);
}

/** Adds the possible ends of an unarmed trade up to the bar of the trigger, and its ends afterwards. */
function addUntilTrigger(outcomes: ExitOutcomes, i: number, bracket: Bracket, trade: number): void {
  const { walks, target, targetR, stop, stopR } = bracket;
  const { trigger } = walks;
  const bar = trigger.bar[trade]!;
  const up = target.bar[trade]!;
  const down = stop.bar[trade]!;
  const opensBeyond =
    (up === bar && !Number.isNaN(target.openR[trade]!)) ||
    (down === bar && !Number.isNaN(stop.openR[trade]!));
  if (bar === NEVER || down < bar || opensBeyond) {
    addFirst(outcomes, i, bracket, trade, stop, stopR);
    return;
  }
  const isArmedFromOpen = !Number.isNaN(trigger.openR[trade]!);
  if (!isArmedFromOpen) {
    if (up === bar) add(outcomes, i, targetR);
    if (down === bar) add(outcomes, i, stopR);
    if (walks.entryInTriggerBar[trade] === 1) add(outcomes, i, 0);
    if (up === bar || down === bar || walks.return.bar[trade] === bar) return;
  }
  addFirst(outcomes, i, bracket, trade, walks.return, 0);
}
