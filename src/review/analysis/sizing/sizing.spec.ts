import { analysedTrades, at } from '../../../../test/support/analysed-trades.js';
import { WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { resamplesFor } from './resamples-for.js';
import type { SizingSettings } from './sizing-settings.js';
import { sizing } from './sizing.js';

const SETTINGS: SizingSettings = {
  initialBalance: 1000,
  timezone: 'UTC',
  by: 'risk',
  fractionsPct: [2],
  level: 0.95,
  resamples: null,
  seed: 42,
};

const sized = (settings: Partial<SizingSettings> = {}, trades: AnalysedTrades = WORKED_EXAMPLE) =>
  sizing(trades, { ...SETTINGS, ...settings });

/** Returns trades with the given R, either one after another or on the given days. */
function trades(...list: (readonly [r: number, entry?: number, exit?: number])[]): AnalysedTrades {
  const columns = analysedTrades(
    list.map(([rMultiple, entry, exit], i) => ({
      rMultiple,
      entryTime: at(entry ?? 2 * i + 1),
      exitTime: at(exit ?? 2 * i + 2),
    })),
  );
  return { ...columns, stopLoss: columns.rMultiple.map((r) => (Number.isNaN(r) ? NaN : 990)) };
}

describe('the sizing of the worked example', () => {
  it('has the account with 2 % of the equity at risk in every trade', () => {
    expect(sized()).toEqual({
      reason: null,
      by: 'risk',
      trades: { total: 8, used: 7 },
      avgR: 0.70714286,
      avgGrossR: 0.75714286,
      maxConcurrentTrades: 3,
      rows: [
        {
          fractionPct: 2,
          finalEquity: 1099.340964,
          plNetPct: 9.9340964,
          cagrPct: null,
          maxDrawdownPct: 4.1,
          growthPct: expect.closeTo(((1.099340964 ** (1 / 7)) - 1) * 100, 8), // prettier-ignore
          ruinedAt: null,
        },
      ],
      optimum: expect.objectContaining({ fractionPct: 18.99566904, growthPctInSequence: 6.54589197 }),
      resamples: 1_000,
      seed: 42,
    });
  });

  it('has another growth at the optimum than the same trades in sequence, because its trades overlap', () => {
    expect(sized({ fractionsPct: [18.99566904] }).rows[0]!.growthPct).toBe(9.50628155);
  });

  it('has the account with 10 % and 100 % of the equity as the notional of every trade', () => {
    const { rows, ...others } = sized({ by: 'notional', fractionsPct: [10, 100] });
    expect(others).toMatchObject({ trades: { total: 8, used: 8 }, avgR: null, avgGrossR: null });
    // Each trade has a notional of 100, as the balance is 1000, and returns plPct of its notional, where plPct is plNet
    // / 10. The first result is −4 % of 100.
    expect(rows.map(({ fractionPct }) => fractionPct)).toEqual([10, 100]);
    expect(rows[0]!.finalEquity).toBeCloseTo(1009.85, 1);
  });
});

describe('a row', () => {
  it('computes the size of a trade from the balance that is realised at its entry', () => {
    // Both trades have the size 100, because the second trade opens before the first trade closes.
    const overlapping = sized({ fractionsPct: [10] }, trades([1, 1, 3], [1, 2, 4]));
    expect(overlapping.rows[0]!.finalEquity).toBe(1200);
    const [row] = sized({ fractionsPct: [10] }, trades([1, 1, 3], [1, 3, 4])).rows;
    expect(row).toMatchObject({ finalEquity: 1210, plNetPct: 21, growthPct: 10, maxDrawdownPct: 0 });
  });

  it('adds up all exits of an instant before it measures the fall', () => {
    const [row] = sized({ fractionsPct: [50] }, trades([-1, 1, 3], [2, 2, 3])).rows;
    expect(row).toMatchObject({ finalEquity: 1500, maxDrawdownPct: 0 });
  });

  it('stays at 0 after the account is ruined', () => {
    const list = trades([-1, 1, 3], [5, 2, 4], [5, 5, 6]);
    const [row] = sized({ fractionsPct: [100] }, list).rows;
    expect(row).toEqual({
      fractionPct: 100,
      finalEquity: 0,
      plNetPct: -100,
      cagrPct: null,
      maxDrawdownPct: 100,
      growthPct: null,
      ruinedAt: at(3),
    });
  });

  it('has an annual growth if there are at least 30 days', () => {
    const cagr = (exitDay: number) => sized({ fractionsPct: [10] }, trades([1, 1, exitDay])).rows[0]!.cagrPct;
    expect(cagr(29)).toBeNull();
    expect(cagr(30)).toBeCloseTo((1.1 ** (365 / 30) - 1) * 100, 6);
  });

  it('has null instead of figures that are too large for a double', () => {
    const { rows } = sized({ fractionsPct: [100] }, trades([1e200], [1e200]));
    expect(rows[0]).toMatchObject({ finalEquity: null, plNetPct: null, cagrPct: null, growthPct: null });
  });
});

describe('sizing', () => {
  it('states the reason if no trade has a size that can be chosen', () => {
    const none = { rows: [], maxConcurrentTrades: 0, avgR: null, avgGrossR: null };
    expect(sized({}, trades())).toMatchObject({
      ...none,
      reason: 'no-trades',
      trades: { total: 0, used: 0 },
    });
    expect(sized({}, trades([NaN]))).toMatchObject({
      ...none,
      reason: 'no-valid-stops',
      trades: { total: 1, used: 0 },
      optimum: { fractionPct: null, reason: 'too-few-trades' },
    });
  });

  it('draws at most 5,000,000 results for the resamples', () => {
    expect(resamplesFor(null, 0)).toBe(1_000);
    expect(resamplesFor(10_000, 500)).toBe(10_000);
    expect(() => resamplesFor(10_000, 501)).toThrow('resamples must not be greater than 9980 for 501 trades');
    expect(resamplesFor(null, 5_000)).toBe(1_000);
    expect(resamplesFor(null, 5_001)).toBe(999);
    expect(resamplesFor(null, 50_000)).toBe(100);
    expect(resamplesFor(100, 50_000)).toBe(100);
    expect([resamplesFor(null, 50_001), resamplesFor(100, 50_001)]).toEqual([0, 0]);
  });
});
