import * as fc from 'fast-check';
import { calculateStatistics } from '../../shared/figures/calculator/calculate-statistics.js';
import { type ClosedTrade, toTradeColumns } from '../../shared/figures/calculator/trade-columns.js';
import { computeStatistics } from './compute-statistics.js';
import { statisticsJson } from '../document/statistics-json.js';

type StoredTrade = ClosedTrade & { readonly clientId: string };

const SETTINGS = { initialBalance: 1000, breakEvenThreshold: 0 };

/** Returns the trades as columns, as a read from the database does. */
function figuresOf(trades: readonly StoredTrade[]) {
  const ids = trades.map(({ clientId }) => Buffer.from(clientId));
  let end = 0;
  const ends = Float64Array.from(ids, ({ length }) => (end += length));
  return { ...toTradeColumns(trades), clientId: { bytes: Buffer.concat(ids), ends } };
}

const computed = (trades: readonly StoredTrade[]) => {
  const { json, counts } = computeStatistics(figuresOf(trades), SETTINGS);
  return { text: Buffer.concat(json).toString(), counts };
};

const aTrade = (trade: Partial<StoredTrade>): StoredTrade => ({
  entryTime: 1,
  exitTime: 2,
  plGross: 0,
  plNet: 0,
  plPct: 0,
  feesPaid: 0,
  rMultiple: null,
  clientId: 'a',
  ...trade,
});

describe('computeStatistics', () => {
  const trades = fc.uniqueArray(
    fc.record({
      entryTime: fc.integer({ min: 1, max: 9 }),
      exitTime: fc.integer({ min: 10, max: 20 }),
      plNet: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      rMultiple: fc.option(fc.constant(1.5)),
      clientId: fc.string({ minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 60, selector: ({ clientId }) => clientId },
  );

  it('computes the statistics in trade order, whatever the order of the given trades', () => {
    fc.assert(
      fc.property(trades, (partial) => {
        const given = partial.map(aTrade);
        const ordered = given.toSorted(
          (a, b) =>
            a.exitTime - b.exitTime ||
            a.entryTime - b.entryTime ||
            Buffer.compare(Buffer.from(a.clientId), Buffer.from(b.clientId)),
        );
        const { text, counts } = computed(given);
        const expected = statisticsJson(calculateStatistics(toTradeColumns(ordered), SETTINGS));
        expect(text).toBe(Buffer.concat(expected).toString());
        expect(counts).toEqual({
          total: given.length,
          eligible: given.filter(({ rMultiple }) => rMultiple !== null).length,
        });
      }),
    );
  });

  it('also returns an outline, which has null for undefined figures and keeps a short curve unchanged', () => {
    const { figures, curve } = computeStatistics(
      figuresOf([aTrade({ plNet: 5, exitTime: 9 }), aTrade({ plNet: 2, exitTime: 4, clientId: 'b' })]),
      SETTINGS,
    ).outline;
    expect(figures).toMatchObject({ tradeCount: 2, plNet: 7, netProfitFactor: null, avgLoss: null });
    expect(Object.keys(figures)).not.toEqual(expect.arrayContaining(['equityCurve']));
    expect(Object.keys(figures)).not.toEqual(expect.arrayContaining(['plPctDistribution']));
    expect(Array.from(curve.time)).toEqual([1, 4, 9]);
    expect(Array.from(curve.equity)).toEqual([1000, 1002, 1007]);
  });

  it('sorts trades with equal times by client id, in code-point order', () => {
    // U+FF5E comes before U+1F600, although its UTF-16 code unit is greater.
    const ids = ['\u{1F600}', '\uFF5E', 'b', 'a'];
    const { text } = computed(ids.map((clientId, i) => aTrade({ clientId, plNet: [1, -1, 1, -1][i]! })));
    // In trade order, a is a loss, b a win, U+FF5E a loss and U+1F600 a win, so no streak is longer than 1.
    expect(JSON.parse(`${text}}`)).toMatchObject({ maxWinStreak: 1, maxLossStreak: 1, avgWinStreak: 1 });
  });
});
