import { type Bracket, type ExitOutcomes, addFirst, addOutcome, addPartialBar } from './bracket.js';
import { ARMED, type ExitWalks, NEVER, PERHAPS_ARMED, UNARMED } from './exit-walks.js';

/** Returns whether the stop may have moved to the entry price. */
export const mayHaveMoved = ({ trigger, arming, returnedPerhaps }: ExitWalks, trade: number): boolean =>
  trigger.bar[trade] !== NEVER || arming[trade] !== UNARMED || returnedPerhaps[trade] === 1;

/** Adds the outcomes of a trade whose stop moves to the entry price. */
export function addWithBreakEven(outcomes: ExitOutcomes, i: number, bracket: Bracket, trade: number): void {
  const { walks } = bracket;
  if (walks.returnedPerhaps[trade] === 1) addOutcome(outcomes, i, 0);
  if (addPartialBar(outcomes, i, bracket, trade)) return;
  const arming = walks.arming[trade];
  if (arming === ARMED) {
    addFirst(outcomes, i, bracket, trade, walks.return, 0);
    return;
  }
  if (arming === PERHAPS_ARMED) addFirst(outcomes, i, bracket, trade, walks.perhapsReturn, 0);
  addUntilTrigger(outcomes, i, bracket, trade);
}

/**
 * Adds the possible ends of a trade whose stop has not moved within the entry bar. The trade has its first stop up to
 * the trigger bar, and its moved stop afterwards.
 */
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
    if (up === bar) addOutcome(outcomes, i, targetR);
    if (down === bar) addOutcome(outcomes, i, stopR);
    if (walks.entryInTriggerBar[trade] === 1) addOutcome(outcomes, i, 0);
    if (up === bar || down === bar || walks.return.bar[trade] === bar) return;
  }
  addFirst(outcomes, i, bracket, trade, walks.return, 0);
}
