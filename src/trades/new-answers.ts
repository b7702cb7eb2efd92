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
   * Returns the trades with their marks. A trade that restores a removed trade has the mark of the removed trade.
   * @param restored by the trade
   */
  marked(trades: readonly Trade[], restored: ReadonlyMap<Trade, FirstAnswer> = new Map()): readonly Trade[] {
    const looks = trades.map((trade) => {
      const removed = restored.get(trade);
      return removed ? removed.secondLook : this.lookAt(trade.entryTime);
    });
    this.count(trades, looks, restored);
    // Objects that are made by spreading are slow to create (benchmark row "ingest, batches of 500").
    return looks.every((look) => look === null)
      ? trades
      : trades.map((trade, place) => ({ ...trade, secondLook: looks[place]! }));
  }

  private lookAt(entryTime: number): SecondLook | null {
    if (isWithin(this.shown.inRun, entryTime)) return 'run';
    return isWithin(this.shown.inEarlierRuns, entryTime) ? 'earlier-run' : null;
  }

  private count(
    trades: readonly Trade[],
    looks: readonly (SecondLook | null)[],
    restored: ReadonlyMap<Trade, FirstAnswer>,
  ): void {
    const { firstAnswers, changedAnswers, secondLooks, earlierLooks } = this.counts;
    const added = looks.filter((_, place) => !restored.has(trades[place]!));
    const addedLooks = added.filter((look) => look === 'run').length;
    const unchanged = [...restored].filter(([trade, removed]) => answerChange(removed, trade) === null);
    this.counts = {
      firstAnswers: firstAnswers + added.length - addedLooks,
      changedAnswers: changedAnswers - unchanged.length,
      secondLooks: secondLooks + addedLooks,
      earlierLooks: earlierLooks + looks.filter((look) => look === 'earlier-run').length,
    };
  }
}

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
