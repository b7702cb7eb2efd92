import { tradeSample } from '../../stats/sample/trade-sample.js';
import { type Sampled, pairOf } from './pairs.js';

interface Trade {
  readonly plNet?: number;
  readonly plPct?: number;
  readonly rMultiple?: number;
  readonly open?: readonly [entry: number, exit: number];
  readonly asset?: number;
}

const BTC = { symbol: 'BTC', feed: 'venue-spot', position: 0 } as const;
const ETH = { symbol: 'ETH', feed: 'venue-spot', position: 1 } as const;

function sampled(id: string, trades: readonly Trade[], fields: Partial<Sampled> = {}): Sampled {
  const column = (value: (trade: Trade) => number) => Float64Array.from(trades, value);
  return {
    session: { id, initialBalance: 1000, accountCurrency: 'USD' },
    assets: [BTC, ETH],
    sample: tradeSample({
      count: trades.length,
      entryTime: column(({ open }) => open?.[0] ?? 1),
      exitTime: column(({ open }) => open?.[1] ?? 2),
      plNet: column(({ plNet }) => plNet ?? 0),
      plPct: column(({ plPct }) => plPct ?? 0),
      rMultiple: column(({ rMultiple }) => rMultiple ?? Number.NaN),
      asset: column(({ asset }) => asset ?? 0),
    }),
    ...fields,
  };
}

const netOf = (id: string, ...plNets: number[]) => sampled(id, plNets.map((plNet) => ({ plNet }))); // prettier-ignore

const UNDEFINED = { low: null, high: null, tStatistic: null, degreesOfFreedom: null, pValue: null };

describe('a pair of sessions', () => {
  it("has the result of Welch's test that the documented example shows", () => {
    // Session a is the example of docs/statistics.md.
    const a = netOf('a', -40, 30, 60, -0.5, -25, -16, 80, 10);
    const b = netOf('b', -10, 5, 12, -8, 20, -15);
    const expected = {
      a: 'a',
      b: 'b',
      unit: 'plNet',
      n: { a: 8, b: 6 },
      difference: 11.64583333,
      low: -24.23770376,
      high: 47.52937043,
      tStatistic: 0.73518944,
      degreesOfFreedom: 8.91905281,
      pValue: 0.48110777,
      sharedMarketTime: 1,
    };
    expect(pairOf(a, b)).toEqual(expected);
    expect(pairOf(b, a)).toMatchObject({
      difference: -expected.difference,
      low: -expected.high,
      high: -expected.low,
      tStatistic: -expected.tStatistic,
      pValue: expected.pValue,
    });
  });

  it('has no Welch test if a session has fewer than 2 values, or if all values are equal in both sessions', () => {
    expect(pairOf(netOf('a'), netOf('b', 1, 2))).toMatchObject({ n: { a: 0, b: 2 }, difference: null, ...UNDEFINED }); // prettier-ignore
    expect(pairOf(netOf('a', 3), netOf('b', 1, 2))).toMatchObject({ difference: 1.5, ...UNDEFINED });
    expect(pairOf(netOf('a', 0.1, 0.1, 0.1), netOf('b', 7, 7))).toMatchObject({ difference: -6.9, ...UNDEFINED }); // prettier-ignore
    // It is enough if the values of one session differ. The test is then a t-test against a constant.
    expect(pairOf(netOf('a', 1, 3), netOf('b', 2, 2))).toMatchObject({
      difference: 0,
      low: -12.70620474,
      high: 12.70620474,
      tStatistic: 0,
      degreesOfFreedom: 1,
      pValue: 1,
    });
  });

  it('is compared by amounts if both accounts have the same initial balance and currency, otherwise by R or percentages', () => {
    const trades = [1, 2].map((rMultiple) => ({ plNet: 0, plPct: 10 * rMultiple, rMultiple }));
    const session = { id: 'b', initialBalance: 1000, accountCurrency: 'USD' };
    const a = sampled('a', trades);
    const against = (fields: object, list: readonly Trade[] = trades) => {
      const { unit, n, difference } = pairOf(a, sampled('b', list, { session: { ...session, ...fields } }));
      return { unit, n, difference };
    };
    const [n, difference] = [{ a: 2, b: 2 }, 0];
    expect(against({})).toEqual({ unit: 'plNet', n, difference });
    expect(against({ initialBalance: 2000 })).toEqual({ unit: 'rMultiple', n, difference });
    expect(against({ accountCurrency: 'EUR' })).toEqual({ unit: 'rMultiple', n, difference });
    const oneR = [{ plPct: 1, rMultiple: 1 }, { plPct: 3 }];
    expect(against({ initialBalance: 2000 }, oneR)).toEqual({ unit: 'plPct', n, difference: 13 });
  });

  it('has the share of its market time in which both sessions were in the same market', () => {
    const of = (id: string, open: readonly [number, number][], fields: Partial<Sampled> = {}) =>
      sampled(id, open.map((each) => ({ open: each })), fields); // prettier-ignore
    const shared = (a: Sampled, b: Sampled) =>
      [pairOf(a, b), pairOf(b, a)].map((pair) => pair.sharedMarketTime);
    const long = of('a', [[0, 10], [5, 20]]); // prettier-ignore
    expect(shared(long, of('b', [[18, 22], [30, 32]]))).toEqual([0.33333333, 0.33333333]); // prettier-ignore
    expect(shared(long, of('b', [[20, 30]]))).toEqual([0, 0]);
    expect(shared(long, of('b', [[7, 7]]))).toEqual([null, null]);
    expect(shared(long, of('b', []))).toEqual([null, null]);
    // The first asset of the other session is a different market.
    expect(shared(long, of('b', [[0, 20]], { assets: [{ ...ETH, position: 0 }] }))).toEqual([0, 0]);
    expect(shared(long, of('b', [[0, 20]], { assets: [{ ...BTC, feed: 'venue-usdm-current-quarter' }] }))).toEqual([0, 0]); // prettier-ignore
    const both = sampled('b', [{ open: [0, 5], asset: 0 }, { open: [0, 5], asset: 1 }]); // prettier-ignore
    expect(shared(long, both)).toEqual([0.5, 0.5]);
  });
});
