import { firstPlace } from '../shared/market/first-place.js';
import type { Span } from '../shared/market/spans.js';
import { type AnswerDelta, NO_ANSWERS } from '../sessions/answer-counts.js';
import type { ShownTimes } from '../sessions/shown-times.store.js';
import { answerChange, factsKey } from './answer-change.js';
import type { FirstAnswer } from './first-answer.entity.js';
import type { SecondLook, Trade } from './trade.entity.js';

/** Marks the new trades of an insert whose outcome was known, and counts the answers. */
export class NewAnswers {
  private counts: AnswerDelta = NO_ANSWERS;

  constructor(private readonly shown: ShownTimes) {}

  /** What the marked trades add to the counts of the session. */
  get delta(): AnswerDelta {
    return this.counts;
  }

  /**
   * Sets the marks of new trades. A trade that restores a removed trade gets the mark of the removed trade.
   * @param restored the removed trades by the trades that restore them
   */
  mark(trades: readonly Trade[], restored: ReadonlyMap<Trade, FirstAnswer> = new Map()): void {
    for (const trade of trades) {
      const removed = restored.get(trade);
      trade.secondLook = removed ? removed.secondLook : this.lookAt(trade.entryTime);
    }
    this.count(trades, restored);
  }

  private lookAt(entryTime: number): SecondLook | null {
    if (isWithin(this.shown.inRun, entryTime)) return 'run';
    return isWithin(this.shown.inEarlierRuns, entryTime) ? 'earlier-run' : null;
  }

  private count(trades: readonly Trade[], restored: ReadonlyMap<Trade, FirstAnswer>): void {
    const { firstAnswers, changedAnswers, secondLooks, earlierLooks } = this.counts;
    const added = restored.size === 0 ? trades : trades.filter((trade) => !restored.has(trade));
    const addedLooks = countLooks(added, 'run');
    const unchanged = [...restored].filter(([trade, removed]) => answerChange(removed, trade) === null);
    this.counts = {
      firstAnswers: firstAnswers + added.length - addedLooks,
      changedAnswers: changedAnswers - unchanged.length,
      secondLooks: secondLooks + addedLooks,
      earlierLooks: earlierLooks + countLooks(trades, 'earlier-run'),
    };
  }
}

const countLooks = (trades: readonly Trade[], look: SecondLook): number =>
  trades.filter(({ secondLook }) => secondLook === look).length;

function isWithin(spans: readonly Span[], instant: number): boolean {
  if (spans.length === 0) return false;
  const next = firstPlace(spans.length, (place) => spans[place]!.start > instant);
  return next > 0 && instant < spans[next - 1]!.end;
}

/**
 * Returns which removed trades the new trades restore: those with the same market, side, quantity, prices and times.
 * @param removed from the trade that was removed last to the trade that was removed first
 */
export function restoredBy(
  trades: readonly Trade[],
  removed: readonly FirstAnswer[],
): Map<Trade, FirstAnswer> {
  const left = new Map<string, FirstAnswer[]>();
  for (const answer of removed.toReversed()) {
    const key = factsKey(answer);
    const alike = left.get(key);
    if (alike) alike.push(answer);
    else left.set(key, [answer]);
  }
  const restored = new Map<Trade, FirstAnswer>();
  for (const trade of removed.length > 0 ? trades : []) {
    const last = left.get(factsKey(trade))?.pop();
    if (last) restored.set(trade, last);
  }
  return restored;
}
