import fc from 'fast-check';
import { WeightBudget as VenueBudget } from '../../venue-double/weight-budget.js';
import { WeightBudget } from './weight-budget.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LIMIT = 2400;
const OURS = 1920;
const START = Date.UTC(2025, 0, 1);

interface Neighbour {
  /** Weight that another process at our address takes in each second, by 80 % of the limit as we do. */
  readonly weightPerSecond: number;
}

interface Circumstances {
  /** How far our clock is ahead of the venue's. */
  readonly aheadMs: number;
  /** How long a request takes to the venue and back. */
  readonly latencyMs: () => number;
  readonly weight: () => number;
  /** Most requests that somebody wants at a moment. */
  readonly wanted: () => number;
  readonly neighbour?: Neighbour;
}

/** An hour by the venue's clock, second by second, four requests at a time: the most weight that a minute of its saw. */
function busiestMinute(circumstances: Circumstances): { ours: number; all: number; sent: number } {
  const { aheadMs, latencyMs, weight, wanted, neighbour } = circumstances;
  const venue = new VenueBudget(LIMIT, 10);
  const budget = new WeightBudget(LIMIT);
  const ours = new Map<number, number>();
  let all = 0;
  let sent = 0;
  for (let now = START; now < START + HOUR; now += 500) {
    if (neighbour && now % 1000 === 0) {
      const { used } = venue.charge('us', 0, now);
      if (used + neighbour.weightPerSecond <= OURS) venue.charge('us', neighbour.weightPerSecond, now);
    }
    for (let left = wanted(); left > 0; left -= 4) {
      const answers: { used: number; ticket: number; at: number }[] = [];
      for (let slot = 0; slot < Math.min(4, left); slot += 1) {
        const cost = weight();
        if (budget.waitFor(cost, now + aheadMs) > 0) continue;
        const ticket = budget.take(cost, now + aheadMs);
        const arrival = now + latencyMs();
        const { used, verdict } = venue.charge('us', cost, arrival);
        if (verdict !== 'accepted') throw new Error(`the venue answered: ${verdict}`);
        sent += 1;
        all = Math.max(all, used);
        const minute = Math.floor(arrival / MINUTE);
        ours.set(minute, (ours.get(minute) ?? 0) + cost);
        answers.push({ used, ticket, at: now + aheadMs });
      }
      if (answers.length === 0) break;
      for (const { used, ticket, at } of answers.toReversed()) budget.correct(used, ticket, at);
    }
  }
  return { ours: Math.max(...ours.values()), all, sent };
}

const always = (value: number) => () => value;

describe('the weight of an hour', () => {
  for (const aheadMs of [0, 1, 7_000, 30_000, 59_999, -20_000, 3 * HOUR + 31_000]) {
    it(`is within the budget in each minute of the venue's with our clock ${aheadMs} ms ahead`, () => {
      const { ours, sent } = busiestMinute({
        aheadMs,
        latencyMs: always(50),
        weight: always(2),
        wanted: always(400),
      });
      expect(ours).toBeLessThanOrEqual(OURS);
      // What is allowed is used, but for the time that a request may be on its way.
      expect(sent).toBeGreaterThan(0.9 * 60 * (OURS / 2));
    });
  }

  it('is within the limit beside another process that uses the same address', () => {
    for (const aheadMs of [0, 30_000]) {
      for (const weightPerSecond of [5, 30, 200]) {
        const { all } = busiestMinute({
          aheadMs,
          latencyMs: always(50),
          weight: always(2),
          wanted: always(400),
          neighbour: { weightPerSecond },
        });
        // Each may have four requests under way when it learns of the other.
        expect(all).toBeLessThanOrEqual(OURS + 8 + weightPerSecond);
      }
    }
  });

  it('is within the budget whatever is asked', () => {
    const someNumbers = (max: number) =>
      fc.array(fc.integer({ min: 0, max }), { minLength: 3, maxLength: 20 });
    const inTurn = (values: readonly number[]) => {
      let next = 0;
      return () => values[next++ % values.length]!;
    };
    fc.assert(
      fc.property(
        fc.integer({ min: -90_000, max: 90_000 }),
        someNumbers(4_000),
        someNumbers(9),
        someNumbers(300),
        (aheadMs, latencies, weights, wanted) => {
          const { ours } = busiestMinute({
            aheadMs,
            latencyMs: inTurn(latencies),
            weight: inTurn(weights.map((weight) => weight + 1)),
            wanted: inTurn(wanted),
          });
          expect(ours).toBeLessThanOrEqual(OURS);
        },
      ),
      { numRuns: 10 },
    );
  });
});

describe('the weight budget', () => {
  it('forgets a clock that was set back', () => {
    const budget = new WeightBudget(10);
    for (let i = 0; i < 4; i += 1) budget.take(2, START + HOUR);
    expect(budget.waitFor(2, START + HOUR)).toBe(65_000);
    expect(budget.waitFor(2, START)).toBe(0);
  });

  it('takes the host at its word until the minute is over', () => {
    const budget = new WeightBudget(1000);
    const ticket = budget.take(2, START + 10_000);
    budget.correct(790, ticket, START + 10_100);
    expect(budget.waitFor(10, START + 11_000)).toBe(0);
    budget.take(10, START + 11_000);
    expect(budget.usedIn(START + 11_000)).toBe(800);
    expect(budget.waitFor(1, START + 12_000)).toBe(48_000);
    expect(budget.waitFor(1, START + MINUTE)).toBe(0);
    budget.correct(NaN, ticket, START + MINUTE);
    expect(budget.waitFor(1, START + MINUTE)).toBe(0);
  });
});
