import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { analysedTrades } from '../../../../test/support/analysed-trades.js';
import { perTrade } from './per-trade.js';

const of = (...plNets: number[]) => perTrade(analysedTrades(plNets.map((plNet) => ({ plNet }))), 0);
const ofR = (...rMultiples: number[]) =>
  perTrade(analysedTrades(rMultiples.map((rMultiple) => ({ rMultiple }))), 0);
const repeated = (times: number, ...values: number[]) => Array<number[]>(times).fill(values).flat();

const UNTESTED = {
  tStatistic: null,
  pValue: null,
  probabilisticSharpe: null,
  minTrackRecordLength: null,
  tradesNeeded: null,
};

describe('figures per trade', () => {
  it('require a minimum number of trades', () => {
    expect(of(5)).toMatchObject({
      median: 5,
      standardDeviation: null,
      skewness: null,
      excessKurtosis: null,
      ...UNTESTED,
    });
    expect(of(5, 8)).toMatchObject({
      median: 6.5,
      standardDeviation: 2.12132034,
      skewness: null,
      excessKurtosis: null,
    });
    expect(of(5, 8)).toMatchObject({ tStatistic: 4.33333333, pValue: 0.14438463 }); // t = 6.5 / 1.5; p = 1 − 2/π · arctan t
    expect(of(1, 2, 6)).toMatchObject({ skewness: 1.45786297, excessKurtosis: null });
    expect(of(1, 2, 3, 4)).toMatchObject({ skewness: 0, excessKurtosis: -1.2 });
  });

  it('include a median, which may be the exact mean of the two middle trades, rounded once', () => {
    expect(of(-89.04486852, 48.15451299).median).toBe(-20.44517777); // exactly −20.445177765
    expect(of(7, -89.04486852, 48.15451299, -100, 60).median).toBe(7);
  });

  it('are undefined if all trades are exactly equal', () => {
    const equal = of(...repeated(10, 0.1));
    expect(equal).toMatchObject({
      standardDeviation: 0,
      skewness: null,
      excessKurtosis: null,
      sqn: null,
      ...UNTESTED,
    });
    expect(ofR(...repeated(10, 0.1)).sqn).toBeNull();
    expect(of(0.1, 0.1, 0.10000001).tStatistic).toBeGreaterThan(1e6);
  });

  it('are precise even if the trades are nearly equal', () => {
    expect(of(100.1, 100.10000001, 100.1, 100.10000002)).toMatchObject({
      standardDeviation: 0.00000001,
      skewness: 0.85456304,
      excessKurtosis: -1.2892562,
      tStatistic: expect.closeTo(20910208034.96512, 4), // doubles are 4e-6 apart
    });
  });

  it('include a system quality number that uses at most 100 trades with R', () => {
    expect(ofR(...repeated(60, -1, 2, -1, -1, 3)).sqn).toBe(2.29033055); // 10 · 0.4 / 1.74647…
    const some = analysedTrades([{ rMultiple: 1 }, {}, { rMultiple: 3 }]);
    expect(perTrade(some, 0)).toMatchObject({ tradeCount: 3, rMultipleCount: 2, sqn: 2 }); // √2 · 2 / √2
    expect(ofR(1).sqn).toBeNull();
  });

  it('include a Kelly criterion that ignores break-evens', () => {
    expect(of(10, -10).kelly).toBe(0);
    expect(of(10, 10, 0, 0, -10).kelly).toBe(0.33333333); // 2/3 − 1/3
    expect(of(5, -10).kelly).toBe(-0.5); // ½ − ½ / ½
    expect([of(1, 2).kelly, of(-1, -2).kelly, of(0).kelly]).toEqual([null, null, null]);
    const trades = analysedTrades([{ plNet: 10 }, { plNet: 1 }, { plNet: -10 }]);
    expect([perTrade(trades, 0).kelly, perTrade(trades, 1).kelly]).toEqual([0.06060606, 0]); // 2/3 − 1/3 / 0.55
  });

  it('include a runs test of wins and losses', () => {
    expect(of(1, -1).runsZ).toBeNull(); // no variance
    expect(of(1, 1, 0).runsZ).toBeNull();
    // For W W L L, R = 2, μ = 3 and σ² = 8 · 4 / (16 · 3).
    expect(of(1, 1, -1, -1).runsZ).toBe(-1.22474487);
    expect(of(1, -1, 1, -1).runsZ).toBe(1.22474487);
    expect(of(1, 0, 1, 0, -1, 0, -1).runsZ).toBe(-1.22474487); // break-evens are ignored
  });

  it('show no significance if the mean is 0', () => {
    const even = of(0.1, 0.2, -0.3, 5, -5);
    expect(even).toMatchObject({
      tStatistic: 0,
      pValue: 1,
      probabilisticSharpe: 0.5,
      minTrackRecordLength: null,
      tradesNeeded: null,
    });
    expect(of(-3, 1)).toMatchObject({ minTrackRecordLength: null, tradesNeeded: 63 }); // SR = −1/√8
  });

  it('agree with their definition in 60 digits, for any trades', () => {
    const Exact = Decimal.clone({ precision: 60 });
    const cents = fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 4, maxLength: 40 });
    fc.assert(
      fc.property(cents, fc.constantFrom(0, 1e6), (list, shift) => {
        fc.pre(new Set(list).size > 1);
        const values = list.map((each) => new Exact(each).div(100).plus(shift));
        const n = values.length;
        const mean = Exact.sum(...values).div(n);
        const m = (power: number) => Exact.sum(...values.map((value) => value.minus(mean).pow(power))).div(n);
        const [m2, m3, m4] = [m(2), m(3), m(4)];
        const sd = m2
          .times(n)
          .div(n - 1)
          .sqrt();
        const g1 = m3.div(m2.pow(1.5));
        const b2 = m4.div(m2.pow(2));
        const ratio = mean.div(sd);
        const v = new Exact(1).minus(g1.times(ratio)).plus(b2.minus(1).div(4).times(ratio).times(ratio));
        const figures = of(...values.map((value) => value.toNumber()));
        const near = (figure: number | null, expected: Decimal) =>
          expect(Math.abs(figure! - expected.toNumber())).toBeLessThan(
            1e-8 * Math.max(1, expected.abs().toNumber()),
          );
        near(figures.standardDeviation, sd);
        near(figures.skewness, g1.times(Math.sqrt(n * (n - 1))).div(n - 2));
        near(
          figures.excessKurtosis,
          b2
            .minus(3)
            .times(n + 1)
            .plus(6)
            .times(n - 1)
            .div((n - 2) * (n - 3)),
        );
        near(figures.tStatistic, ratio.times(Math.sqrt(n)));
        if (mean.gt(0))
          near(
            figures.minTrackRecordLength,
            v.times(new Exact('1.6448536269514727').div(ratio).pow(2)).plus(1),
          );
      }),
    );
  });
});
