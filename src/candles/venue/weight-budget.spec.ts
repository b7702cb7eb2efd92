import fc from 'fast-check';
import { WeightBudget as VenueBudget } from '../../../venue-double/weight-budget.js';
import { WeightBudget } from './weight-budget.js';
import { propertyRuns } from '../../../test/support/property-runs.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LIMIT = 2400;
const OURS = 1920;
const START = Date.UTC(2025, 0, 1);

interface Neighbour {
  /** Weight that another process at our address uses per second. That process also stays within 80 % of the limit. */
  readonly weightPerSecond: number;
}

interface Circumstances {
  /** Lead of our clock over the venue's clock, ms. */
  readonly aheadMs: number;
  /** Returns the round-trip time of the next request, ms. */
  readonly latencyMs: () => number;
  readonly weight: () => number;
  /** Returns the number of requests that are ready to be sent at a time. */
  readonly wanted: () => number;
  readonly neighbour?: Neighbour;
}

/** Simulates an hour by the venue's clock, with four concurrent requests. Returns the highest weight of any minute. */
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
        const ticket = budget.charge(cost, now + aheadMs);
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

describe('WeightBudget, simulated for an hour', () => {
  for (const aheadMs of [0, 1, 7_000, 30_000, 59_999, -20_000, 3 * HOUR + 31_000]) {
    it(`stays within our share in each minute of the venue, with our clock ${aheadMs} ms ahead`, () => {
      const { ours, sent } = busiestMinute({
        aheadMs,
        latencyMs: always(50),
        weight: always(2),
        wanted: always(400),
      });
      expect(ours).toBeLessThanOrEqual(OURS);
      // Nearly the whole share is used. Only the time that a request may take to arrive is lost.
      expect(sent).toBeGreaterThan(0.9 * 60 * (OURS / 2));
    });
  }

  it('stays within the limit if another process uses the same address', () => {
    for (const aheadMs of [0, 30_000]) {
      for (const weightPerSecond of [5, 30, 200]) {
        const { all } = busiestMinute({
          aheadMs,
          latencyMs: always(50),
          weight: always(2),
          wanted: always(400),
          neighbour: { weightPerSecond },
        });
        // Each process may have four requests in flight before the other process appears in the reported weight.
        expect(all).toBeLessThanOrEqual(OURS + 8 + weightPerSecond);
      }
    }
  });

  it('stays within our share for any sequence of requests', () => {
    const someNumbers = (max: number) =>
      fc.array(fc.integer({ min: 0, max }), { minLength: 3, maxLength: 20 });
    const enqueue = (values: readonly number[]) => {
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
            latencyMs: enqueue(latencies),
            weight: enqueue(weights.map((weight) => weight + 1)),
            wanted: enqueue(wanted),
          });
          expect(ours).toBeLessThanOrEqual(OURS);
        },
      ),
      { numRuns: propertyRuns(10) },
    );
  });
});

describe('WeightBudget', () => {
  // With a limit of 10, our share is 8.
  it('allows its share up to the last unit, but not beyond', () => {
    const budget = new WeightBudget(10);
    expect(budget.waitFor(8, START)).toBe(0);
    for (const left of [6, 4, 2, 0]) {
      budget.charge(2, START);
      expect([left, left + 1].map((weight) => budget.waitFor(weight, START))).toEqual([0, 65_000]);
    }
    expect(budget.usedIn(START)).toBe(8);
  });

  it('allows the weight that the host reports as unused up to the last unit, but not beyond', () => {
    const budget = new WeightBudget(10);
    const ticket = budget.charge(1, START);
    budget.correct(6, ticket, START);
    expect(budget.waitFor(2, START)).toBe(0);
    expect(budget.waitFor(3, START)).toBe(MINUTE);
  });

  it('delays a request until enough charges have expired', () => {
    const budget = new WeightBudget(10);
    for (let second = 0; second < 4; second += 1) budget.charge(2, START + second * 1000);
    const now = START + 10_000;
    expect([1, 2, 3, 4, 8].map((weight) => budget.waitFor(weight, now))).toEqual([
      55_000, 55_000, 56_000, 56_000, 58_000,
    ]);
    expect([64_999, 65_000].map((ms) => budget.waitFor(2, START + ms))).toEqual([1, 0]);
  });

  it('counts each charge for 65 s', () => {
    const budget = new WeightBudget(10);
    budget.charge(2, START);
    budget.charge(3, START + 1000);
    expect([1000, 64_999, 65_000, 65_999, 66_000].map((ms) => budget.usedIn(START + ms))).toEqual([
      5, 5, 3, 3, 0,
    ]);
  });

  it('ignores a report that belongs to an earlier request than the last report', () => {
    const budget = new WeightBudget(1000);
    const [first, second] = [budget.charge(2, START), budget.charge(2, START)];
    budget.correct(700, second, START);
    budget.correct(100, first, START);
    expect(budget.usedIn(START)).toBe(700);
    budget.correct(50, first, START + MINUTE);
    expect(budget.usedIn(START + MINUTE)).toBe(52);
    budget.correct(60, first, START + MINUTE); // a later report of the same request replaces the earlier report
    expect(budget.usedIn(START + MINUTE)).toBe(62);
  });

  it('drops its charges if the clock is set back', () => {
    const budget = new WeightBudget(10);
    for (let i = 0; i < 4; i += 1) budget.charge(2, START + HOUR);
    expect(budget.waitFor(2, START + HOUR)).toBe(65_000);
    expect(budget.waitFor(2, START)).toBe(0);
    for (const ms of [0, 1, HOUR]) budget.charge(2, START + ms);
    expect([1, HOUR - 1].map((ms) => budget.usedIn(START + ms))).toEqual([0, 0]); // the last charge is then in the future
  });

  it('adds its own charges to the weight that the host has reported, until the minute ends', () => {
    const budget = new WeightBudget(1000);
    const ticket = budget.charge(2, START + 10_000);
    budget.correct(790, ticket, START + 10_100);
    expect(budget.waitFor(10, START + 11_000)).toBe(0);
    budget.charge(10, START + 11_000);
    expect(budget.usedIn(START + 11_000)).toBe(800);
    expect(budget.waitFor(1, START + 12_000)).toBe(48_000);
    expect(budget.waitFor(1, START + MINUTE)).toBe(0);
    budget.correct(NaN, ticket, START + MINUTE);
    expect(budget.waitFor(1, START + MINUTE)).toBe(0);
  });
});
