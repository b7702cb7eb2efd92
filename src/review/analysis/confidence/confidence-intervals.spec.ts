import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { analysedTrades } from '../../../../test/support/analysed-trades.js';
import { WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import { momentsOf } from '../../../shared/figures/probability/moments.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { bcaInterval, meanAcceleration } from './bca-interval.js';
import { type ConfidenceSettings, confidenceIntervals } from './confidence-intervals.js';

const SETTINGS: ConfidenceSettings = { level: 0.95, resamples: 2_000, seed: 42, breakEvenThreshold: 1 };

const intervals = (trades: AnalysedTrades = WORKED_EXAMPLE, settings: Partial<ConfidenceSettings> = {}) =>
  confidenceIntervals(trades, { ...SETTINGS, ...settings });

/** Returns trades with the given plNet. `rMultiple` returns the R multiple of a trade. */
const listOf = (plNets: number[], rMultiple?: (plNet: number, i: number) => number) =>
  analysedTrades(
    plNets.map((plNet, i) => (rMultiple ? { plNet, rMultiple: rMultiple(plNet, i) } : { plNet })),
  );

const repeated = (times: number, ...plNets: number[]) => Array<number[]>(times).fill(plNets).flat();

const skipped = (value: number | null, reason: string, note: string | null = 'indicative') => ({
  value,
  low: null,
  high: null,
  method: null,
  note,
  reason,
});

describe('confidence intervals', () => {
  it('are missing for the worked example, because it has too few trades', () => {
    expect(intervals()).toEqual({
      reason: null,
      level: 0.95,
      resamples: 2_000,
      seed: 42,
      winrate: {
        value: 0.5,
        low: 0.21521606,
        high: 0.78478394,
        method: 'wilson',
        note: 'indicative',
        reason: null,
      },
      expectancy: skipped(12.3125, 'too-few-trades'),
      avgRMultiple: skipped(0.70714286, 'too-few-trades'),
      netProfitFactor: skipped(2.20858896, 'too-few-losses'),
    });
  });

  it('use the break-even threshold only for the winrate', () => {
    const wins = repeated(19, 5);
    const { winrate, netProfitFactor } = intervals(listOf([...wins, -5, -5, -5, -1, 1]));
    expect(winrate).toMatchObject({ value: 0.79166667, low: 0.59529547, high: 0.90755175, note: null });
    expect(netProfitFactor).toMatchObject({ value: 6, reason: 'too-few-losses' }); // (19 · 5 + 1) / (3 · 5 + 1)
    expect(intervals(listOf(repeated(10, -1))).winrate).toMatchObject({ value: 0, low: 0, high: 0.2775328 });
  });

  it('draw first all resamples of the expectancy, then all of R, then all of the profit factor', () => {
    const plNet = [30, -20, 10, -40, 25, -15, 60, -5, 12, -8, 7.5];
    const trades = listOf(plNet, (net, i) => (i === 4 ? Number.NaN : net / 20));
    const rng = xoroshiro128plus(42);
    const resampled = (values: number[], figure: (drawn: number[]) => number) =>
      Array.from({ length: 200 }, () =>
        figure(Array.from(values, () => values[uniformInt(rng, 0, values.length - 1)]!)),
      ).toSorted((a, b) => a - b);
    const total = (drawn: number[]) => drawn.reduce((sum, each) => sum + each, 0);
    const rMultiples = plNet.filter((_, i) => i !== 4).map((net) => net / 20);
    const bca = (values: number[]) => {
      const sums = Float64Array.from(resampled(values, (drawn) => Math.round(total(drawn) * 1e8)));
      const acceleration = meanAcceleration(momentsOf(Float64Array.from(values)).skewness!, values.length);
      const { low, high } = bcaInterval(sums, Math.round(total(values) * 1e8), acceleration, 0.95);
      return [low, high].map((bound) => bound / 1e8 / values.length);
    };
    const { expectancy, avgRMultiple, netProfitFactor } = intervals(trades, { resamples: 200 });
    const near = (bounds: number[]) => bounds.map((bound) => expect.closeTo(bound, 7));
    expect([expectancy.low, expectancy.high]).toEqual(near(bca(plNet)));
    expect([avgRMultiple.low, avgRMultiple.high]).toEqual(near(bca(rMultiples)));
    const factors = resampled(
      plNet,
      (drawn) => total(drawn.filter((net) => net > 0)) / -total(drawn.filter((net) => net < 0)),
    );
    // The two quantiles are at the ranks 0.025 · 199 = 4.975 and 0.975 · 199 = 194.025.
    const between = (rank: number, share: number) =>
      factors[rank]! + (factors[rank + 1]! - factors[rank]!) * share;
    expect([netProfitFactor.low, netProfitFactor.high]).toEqual(
      near([between(4, 0.975), between(194, 0.025)]),
    );
    expect(expectancy).toMatchObject({ method: 'bca', note: 'indicative', reason: null });
  });

  it('draw no resamples for a figure without an interval', () => {
    const plNet = repeated(5, 30, -20, 10, -40);
    const factorOf = (rMultiple?: (plNet: number) => number) =>
      intervals(listOf(plNet, rMultiple)).netProfitFactor;
    // If R is missing or equal for all trades, no random numbers are drawn for R.
    expect(factorOf(() => 2)).toEqual(factorOf());
    expect(factorOf((net) => net)).not.toEqual(factorOf());
    expect(intervals(listOf(plNet, () => 2)).avgRMultiple).toEqual(skipped(2, 'equal-trades', null));
    expect(intervals(listOf(plNet)).avgRMultiple).toEqual({ ...skipped(null, 'too-few-trades', null) });
  });

  it('require at least ten trades with different results for a mean', () => {
    const expectancyOf = (...plNets: number[]) => intervals(listOf(plNets)).expectancy;
    expect(expectancyOf(...repeated(9, 1), -1)).toMatchObject({ method: 'bca', reason: null });
    expect(expectancyOf(...repeated(8, 1), -1)).toMatchObject({ low: null, reason: 'too-few-trades' });
    expect(expectancyOf(...repeated(10, 0.1))).toEqual(skipped(0.1, 'equal-trades'));
    expect(expectancyOf(...repeated(20, 0.1))).toEqual(skipped(0.1, 'equal-trades', null));
  });

  it('are unbounded if too many resamples have no losing trade', () => {
    const factorOf = (...plNets: number[]) => intervals(listOf(plNets)).netProfitFactor;
    expect(factorOf(...repeated(5, -1), ...repeated(5, 2)).high).not.toBeNull();
    const rare = factorOf(...repeated(5, -1), ...repeated(95, 2));
    expect(rare).toMatchObject({ value: 38, method: 'percentile', reason: null });
    // A resample contains none of the 5 losing trades among 500 trades with a probability of exp(−5) = 0.7 %, which
    // exceeds 0.5 %.
    const bounds = intervals(listOf([...repeated(5, -1), ...repeated(495, 2)]), {
      level: 0.99,
    }).netProfitFactor;
    expect(bounds).toMatchObject({ value: 198, high: null, reason: 'unbounded' });
    expect(bounds.low).toBeGreaterThan(50);
  });

  it('are equal for equal seeds, and differ for different seeds', () => {
    const trades = listOf(repeated(5, 30, -20, 10, -40));
    expect(intervals(trades)).toEqual(intervals(trades));
    expect(intervals(trades, { seed: 43 }).expectancy).not.toEqual(intervals(trades).expectancy);
  });

  it('contain the true expectancy about as often as the level requires', () => {
    const rng = xoroshiro128plus(7);
    const plNets = () => Array.from({ length: 40 }, () => uniformInt(rng, -100, 100));
    const held = Array.from({ length: 300 }, () => {
      const { low, high } = intervals(listOf(plNets()), { level: 0.8, resamples: 300 }).expectancy;
      return low! <= 0 && high! >= 0;
    }).filter(Boolean).length;
    expect(held / 300).toBeGreaterThan(0.74);
    expect(held / 300).toBeLessThan(0.86);
  });

  it('are undefined if there are no trades', () => {
    expect(intervals(analysedTrades([]))).toEqual({
      reason: 'no-trades',
      level: 0.95,
      resamples: 2_000,
      seed: 42,
      winrate: skipped(null, 'too-few-trades', null),
      expectancy: skipped(null, 'too-few-trades', null),
      avgRMultiple: skipped(null, 'too-few-trades', null),
      netProfitFactor: skipped(null, 'too-few-losses', null),
    });
  });
});
