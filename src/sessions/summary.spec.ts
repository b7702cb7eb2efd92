import fc from 'fast-check';
import { minus, parsedDecimal, plus } from '../shared/decimal/exact-decimal.js';
import { type SummarizedTrade, assetSpans, joinChanges, summaryChange, summaryDelta } from './summary.js';

const trade = (fields: Partial<SummarizedTrade> = {}): SummarizedTrade => ({
  symbol: 'BTCUSDT',
  feed: 'venue-spot',
  entryTime: 10,
  exitTime: 20,
  plGross: 0,
  feesPaid: 0,
  plNet: 0,
  ...fields,
});

const money = fc.oneof(
  fc.integer({ min: -1e12, max: 1e12 }).map((units) => units / 1e8),
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.constantFrom(0, -0),
);
const trades = fc.array(fc.record({ plGross: money, feesPaid: money, plNet: money }).map(trade));

const sumOf = (...texts: readonly string[]) => {
  const { mantissa, scale } = texts.map(parsedDecimal).reduce(plus);
  return Number(`${mantissa}e-${scale}`);
};

describe('summaryDelta', () => {
  it('counts trades by the sign of plNet, and adds amounts exactly', () => {
    const added = [0.1, 0.2, -0.3, 0, -0].map((plNet) => trade({ plNet, plGross: plNet + 1, feesPaid: 1 }));
    const delta = summaryDelta({ added });
    expect(delta).toMatchObject({ tradeCount: 5, winCount: 2, lossCount: 1, breakEvenCount: 2 });
    expect(sumOf(delta.plNet)).toBe(0);
    expect(sumOf(delta.plGross)).toBe(5);
    expect(sumOf(delta.feesPaid)).toBe(5);
  });

  it('keeps digits that a sum of doubles would lose', () => {
    const delta = summaryDelta({ added: [1e15, 1e-8, -1e15].map((plNet) => trade({ plNet })) });
    expect(sumOf(delta.plNet)).toBe(1e-8);
  });

  it('returns for an edit the difference between the two versions of the trade', () => {
    const delta = summaryDelta({ removed: [trade({ plNet: 5 })], added: [trade({ plNet: -2.5 })] });
    expect(delta).toMatchObject({ tradeCount: 0, winCount: -1, lossCount: 1, breakEvenCount: 0 });
    expect(sumOf(delta.plNet)).toBe(-7.5);
  });

  it('returns for removed trades the negative of the delta for adding them', () => {
    fc.assert(
      fc.property(trades, trades, (one, other) => {
        const [there, back] = [
          { removed: other, added: one },
          { removed: one, added: other },
        ].map(summaryDelta);
        for (const field of ['plGross', 'feesPaid', 'plNet'] as const)
          expect(sumOf(there![field], back![field])).toBe(0);
        expect(there!.winCount + back!.winCount).toBe(0);
        expect(there!.winCount + there!.lossCount + there!.breakEvenCount).toBe(there!.tradeCount);
      }),
    );
  });
});

describe('joinChanges', () => {
  const market = fc.constantFrom('BTCUSDT', 'ETHUSDT');
  const time = fc.integer({ min: 1, max: 50 });
  const anyTrade = fc
    .record({
      symbol: market,
      entryTime: time,
      exitTime: time,
      plGross: money,
      feesPaid: money,
      plNet: money,
    })
    .map(trade);
  const change = fc.record({ removed: fc.array(anyTrade), added: fc.array(anyTrade) });

  it('returns the change that all trades make together', () => {
    fc.assert(
      fc.property(change, change, (one, other) => {
        const joined = joinChanges(summaryChange(one), summaryChange(other));
        const whole = summaryChange({
          removed: [...one.removed, ...other.removed],
          added: [...one.added, ...other.added],
        });
        const { plGross, feesPaid, plNet, ...counts } = joined.delta;
        expect({ ...joined, delta: counts }).toEqual({ ...whole, delta: expect.objectContaining(counts) });
        for (const field of ['plGross', 'feesPaid', 'plNet'] as const) {
          const text = { plGross, feesPaid, plNet }[field];
          expect(minus(parsedDecimal(text), parsedDecimal(whole.delta[field])).mantissa == 0).toBe(true);
        }
      }),
    );
  });
});

describe('assetSpans', () => {
  it('reach from the first entry to the last exit of each asset', () => {
    const spans = assetSpans([
      trade({ entryTime: 10, exitTime: 20 }),
      trade({ entryTime: 5, exitTime: 7 }),
      trade({ entryTime: 6, exitTime: 30 }),
      trade({ feed: 'venue-usdm-current-quarter', entryTime: 1, exitTime: 2 }),
    ]);
    expect(spans).toEqual([
      { symbol: 'BTCUSDT', feed: 'venue-spot', firstEntryTime: 5, lastExitTime: 30 },
      { symbol: 'BTCUSDT', feed: 'venue-usdm-current-quarter', firstEntryTime: 1, lastExitTime: 2 },
    ]);
    expect(assetSpans([])).toEqual([]);
  });
});
