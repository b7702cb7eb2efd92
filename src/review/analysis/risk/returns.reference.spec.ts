import fc from 'fast-check';
import type { AnalysedTrade } from '../../../../test/support/analysed-trades.js';
import { DAY, NOON, onDay, returns } from '../../../../test/support/daily-trades.js';

describe('returns', () => {
  it('agree with the definition applied to every day, including days without an exit', () => {
    const gaps = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: -90_00, max: 90_00 })), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(gaps, fc.constantFrom(0, 3), (steps, riskFreeRate) => {
        let day = 0;
        const list = steps.map(([gap, cents]) => onDay((day += gap), cents / 100));
        const { days, reason, ...figures } = returns(list, { initialBalance: 10_000, riskFreeRate });
        fc.pre(reason === null);
        expect(days).toBe(day - steps[0]![0] + 1);
        const expected = byDefinition(list, days, steps[0]![0], riskFreeRate / 100);
        for (const [name, value] of Object.entries(expected)) {
          const figure = figures[name as keyof typeof expected];
          if (figure !== null)
            expect(Math.abs(figure - value)).toBeLessThan(1e-8 * Math.max(1, Math.abs(value)));
        }
      }),
    );
  });
});

/** Returns the figures by their definitions, computed in plain doubles from a list of all days. */
function byDefinition(list: readonly AnalysedTrade[], days: number, firstDay: number, riskFree: number) {
  const sums = Array<number>(days).fill(0);
  for (const { exitTime, plNet } of list) sums[Math.floor((exitTime! - NOON) / DAY) - firstDay]! += plNet!;
  let [equity, peak] = [10_000, 10_000];
  const squares: number[] = [];
  const r = sums.map((sum) => {
    const start = equity;
    equity += sum;
    peak = Math.max(peak, equity);
    squares.push(((peak - equity) / peak) ** 2);
    return sum / start;
  });
  const total = (values: number[]) => values.reduce((all, each) => all + each, 0);
  const mean = total(r) / days;
  const sd = Math.sqrt(total(r.map((each) => (each - mean) ** 2)) / (days - 1));
  const excess = r.map((each) => each - riskFree / 365);
  const shortfall = Math.sqrt(total(excess.map((each) => Math.min(each, 0) ** 2)) / days);
  const sorted = r.toSorted((a, b) => a - b);
  const rank = (days - 1) / 20;
  const lower = sorted[Math.floor(rank)]!;
  const valueAtRisk = lower + (sorted[Math.ceil(rank)]! - lower) * (rank % 1);
  const tail = sorted.filter((each) => each <= valueAtRisk + 1e-15);
  return {
    sharpe: ((mean - riskFree / 365) / sd) * Math.sqrt(365),
    sortino: (total(excess) / days / shortfall) * Math.sqrt(365),
    volatilityPct: sd * Math.sqrt(365) * 100,
    omega: total(r.filter((each) => each > 0)) / -total(r.filter((each) => each < 0)),
    ulcerIndex: Math.sqrt(total(squares) / days) * 100,
    valueAtRisk95Pct: valueAtRisk * 100,
    expectedShortfall95Pct: (total(tail) / tail.length) * 100,
  };
}
