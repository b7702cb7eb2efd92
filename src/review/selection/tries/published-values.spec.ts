import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { normalQuantile } from '../../../shared/figures/probability/normal.js';
import { benjaminiYekutieli, bonferroni, holm } from './adjusted-p-values.js';
import { deflatedSharpe, knownTry, minBacktestDays, minTrackRecordDays, pValueOf } from './known-try.js';
import { expectedMaximum } from './selection-bar.js';

const known = (days: number, sharpePerDay: number, skewness: number, kurtosis: number) =>
  knownTry({ days, tradingDays: days, sharpePerDay, skewness, kurtosis })!;

const rounded = (values: Float64Array) => [...values].map((value) => Number(value.toFixed(7)));

describe('the formulas', () => {
  it('reproduce the published expected maximum of 100 tries', () => {
    expect(roundedDouble(expectedMaximum(100))).toBe(2.53060289);
    expect([expectedMaximum(0), expectedMaximum(1)]).toEqual([0, 0]);
  });

  it('reproduce the published deflated Sharpe ratio', () => {
    const bar = Math.sqrt(0.5 / 250) * expectedMaximum(100);
    expect(roundedDouble(deflatedSharpe(known(1250, 2.5 / Math.sqrt(250), -3, 10), bar))).toBe(0.90039683);
  });

  it('reproduce the published minimum track record', () => {
    const monthly = known(60, 2 / Math.sqrt(12), -0.72, 5.78);
    expect(minTrackRecordDays(monthly, 1 / Math.sqrt(12), normalQuantile(0.95))).toBeCloseTo(59.895_098_7, 7);
    expect(minTrackRecordDays(monthly, monthly.sharpe, normalQuantile(0.95))).toBeNull();
  });

  it('reproduce the published minimum backtest length', () => {
    expect(minBacktestDays(known(60, 1, 0, 3), expectedMaximum(45))).toBeCloseTo(4.998087, 6);
    expect(minBacktestDays(known(60, -1, 0, 3), expectedMaximum(45))).toBeNull();
  });

  it('reproduce published corrected p-values', () => {
    const pValues = Float64Array.of(0.005, 0.009, 0.0128, 0.0135, 0.045, 0.06);
    expect(rounded(holm(pValues, 6))).toEqual([0.03, 0.045, 0.0512, 0.0512, 0.09, 0.09]);
    const yekutieli = [0.049_612_5, 0.049_612_5, 0.049_612_5, 0.049_612_5, 0.1323, 0.147];
    expect(rounded(benjaminiYekutieli(pValues, 6))).toEqual(yekutieli);
    const mixed = [5, 2, 0, 4, 1, 3];
    const shuffled = Float64Array.from(mixed, (place) => pValues[place]!);
    expect(rounded(benjaminiYekutieli(shuffled, 6))).toEqual(mixed.map((place) => yekutieli[place]));
  });
});

describe('corrected p-values', () => {
  it('are at most 1', () => {
    expect(bonferroni(0.3, 4)).toBe(1);
    expect([...holm(Float64Array.of(0.3, 0.9), 4)]).toEqual([1, 1]);
    expect([...benjaminiYekutieli(Float64Array.of(0.3, 0.9), 4)]).toEqual([1, 1]);
    expect([...holm(new Float64Array(0), 4)]).toEqual([]);
  });

  it('count tests without a p-value as tests', () => {
    expect([...holm(Float64Array.of(0.01), 10)]).toEqual([0.1]);
    expect(benjaminiYekutieli(Float64Array.of(0.01), 2)[0]).toBeCloseTo(0.03, 12);
  });
});

describe('the p-value of a ratio', () => {
  it('is the larger p-value of two tests', () => {
    expect(roundedDouble(pValueOf(known(20, 0.5, 0, 3)))).toBe(0.01994894); // the normal distribution, with D = 1.125
    expect(roundedDouble(pValueOf(known(20, 0.5, 1, 3)))).toBe(0.01877027); // Student's t, because D is 0.625
  });

  it('is above one half for a negative ratio', () => {
    const { sharpe, ...negative } = known(56, 0.5, 0, 3);
    expect(pValueOf({ ...negative, sharpe: -sharpe })).toBeCloseTo(1 - pValueOf({ ...negative, sharpe }), 3);
    expect(pValueOf({ ...negative, sharpe: 0 })).toBe(0.5);
  });
});
