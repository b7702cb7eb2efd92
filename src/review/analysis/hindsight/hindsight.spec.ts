import fc from 'fast-check';
import { type Span, intersectSpans, mergeSpans } from '../../../shared/market/spans.js';
import { calculateFigures } from '../../../shared/figures/calculator/calculate-statistics.js';
import { toTradeColumns } from '../../../shared/figures/calculator/trade-columns.js';
import { hindsight } from './hindsight.js';
import type { SeenMarket } from './seen-markets.js';

const BTC = { symbol: 'BTCUSDT', feed: 'venue-spot' };
const ETH = { symbol: 'ETHUSDT', feed: 'venue-spot' };
const SETTINGS = { initialBalance: 100, breakEvenThreshold: 0, markets: [BTC, ETH] };

type Trade = readonly [entry: number, exit: number, asset?: number];

const columnsOf = (trades: readonly Trade[]) => ({
  ...toTradeColumns(
    trades.map(([entryTime, exitTime], i) => ({
      entryTime,
      exitTime,
      plGross: i + 1,
      plNet: i + 1,
      plPct: 1,
      feesPaid: 0,
      rMultiple: null,
    })),
  ),
  asset: Float64Array.from(trades, ([, , asset]) => asset ?? 0),
});

const seen = (id: string, start: number, end: number, market = BTC): SeenMarket => ({
  id,
  name: `Run ${id}`,
  ...market,
  start,
  end,
});

const of = (trades: readonly Trade[], ...earlier: readonly SeenMarket[]) =>
  hindsight(columnsOf(trades), earlier, SETTINGS);

const sharesOf = (...given: Parameters<typeof of>) => {
  const { seenEntryShare, seenTimeShare, seenSessions } = of(...given);
  return [
    seenEntryShare,
    seenTimeShare,
    Object.fromEntries(seenSessions.map(({ id, sharedMs }) => [id, sharedMs])),
  ];
};

describe('hindsight', () => {
  const trades: Trade[] = [[5, 8], [9, 12], [25, 40], [50, 60]]; // prettier-ignore

  it('has the results of the worked example', () => {
    // The entries at 5, 9 and 25 are seen. The trades are open for 3 + 3 + 15 + 10 ms, of which 3 + 1 + 5 ms are seen.
    const found = of(trades, seen('a', 0, 10), seen('b', 20, 30));
    expect(found).toMatchObject({ seenEntryShare: 0.75, seenTimeShare: 0.29032258, reason: null });
    expect(found.seenSessions).toEqual([
      { id: 'a', name: 'Run a', sharedMs: 4 },
      { id: 'b', name: 'Run b', sharedMs: 5 },
    ]);
    expect(found.figures.seen).toMatchObject({ tradeCount: 3, plNet: 1 + 2 + 3 });
    expect(found.figures.unseen).toMatchObject({ tradeCount: 1, plNet: 4, maxDrawdown: 0 });
  });

  it('counts time that several sessions have seen only once', () => {
    expect(sharesOf([[0, 10]], seen('a', 0, 6), seen('b', 4, 8))).toEqual([1, 0.8, { a: 6, b: 4 }]);
  });

  it('counts only sessions that traded the same market', () => {
    const elsewhere = { symbol: 'BTCUSDT', feed: 'venue-usdm-current-quarter' };
    expect(sharesOf([[0, 10]], seen('a', 0, 10, elsewhere), seen('b', 0, 10, ETH))).toEqual([0, 0, {}]);
    expect(sharesOf([[0, 10], [0, 10, 1]], seen('a', 0, 5), seen('a', 5, 10, ETH))).toEqual([0.5, 0.5, { a: 10 }]); // prettier-ignore
  });

  it('counts as seen neither the instant of the last exit nor the time before the first entry', () => {
    expect(sharesOf([[10, 20]], seen('a', 0, 10))).toEqual([0, 0, {}]);
    expect(sharesOf([[0, 20]], seen('a', 1, 2))).toEqual([0, 0.05, { a: 1 }]);
    expect(sharesOf([[5, 20]], seen('a', 5, 5))).toEqual([0, 0, {}]);
  });

  it('has no share of time if all trades close at the time at which they open', () => {
    expect(sharesOf([[5, 5]], seen('a', 0, 10))).toEqual([1, null, { a: 0 }]);
    expect(sharesOf([[5, 5]])).toEqual([0, null, {}]);
  });

  it('counts every entry and all time as seen if the session is a copy of an earlier session', () => {
    expect(sharesOf(trades, seen('original', 5, 60))).toEqual([1, 1, { original: 31 }]);
  });

  it('is empty if there are no trades', () => {
    const figures = calculateFigures(columnsOf([]), SETTINGS);
    expect(of([], seen('a', 0, 10))).toEqual({
      seenEntryShare: null,
      seenTimeShare: null,
      seenSessions: [],
      figures: { seen: figures, unseen: figures },
      reason: 'no-trades',
    });
  });

  it('agrees with the overlap of each trade with the spans that were seen', () => {
    const time = fc.nat(60);
    const pair = fc.tuple(time, time).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    const ours = fc.array(fc.tuple(pair, fc.nat(1)), { minLength: 1, maxLength: 15 });
    const theirs = fc.array(fc.tuple(pair, fc.constantFrom(BTC, ETH), fc.constantFrom('a', 'b', 'c')), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(ours, theirs, (list, others) => {
        const trades = list.map(([[entry, exit], asset]): Trade => [entry, exit, asset]);
        const earlier = others.map(([[from, to], market, id]) => seen(id, from, to, market));
        const found = of(trades, ...earlier);
        const spansOf = (asset: number, id?: string) =>
          earlier.filter(
            (each) => each.symbol === SETTINGS.markets[asset]!.symbol && (id ?? each.id) === each.id,
          );
        const lengthIn = ([start, end, asset = 0]: Trade, spans: readonly Span[] = spansOf(asset)) =>
          intersectSpans([{ start, end }], mergeSpans(spans)).reduce(
            (sum, span) => sum + span.end - span.start,
            0,
          );
        const isSeen = ([entry, , asset = 0]: Trade) =>
          spansOf(asset).some(({ start, end }) => start <= entry && entry < end);
        const sum = (values: number[]) => values.reduce((all, each) => all + each, 0);
        const total = sum(trades.map(([entry, exit]) => exit - entry));
        expect(found.figures.seen.tradeCount).toBe(trades.filter(isSeen).length);
        if (total > 0)
          expect(found.seenTimeShare).toBeCloseTo(sum(trades.map((trade) => lengthIn(trade))) / total, 8);
        for (const { id, sharedMs } of found.seenSessions) {
          // In this test a session may have several spans in a market. Each span counts.
          const each = earlier.filter((other) => other.id === id);
          const expected = each.flatMap(({ symbol, start, end }) =>
            trades
              .filter(([, , asset = 0]) => SETTINGS.markets[asset]!.symbol === symbol)
              .map((trade) => lengthIn(trade, [{ start, end }])),
          );
          expect(sharedMs).toBe(sum(expected));
        }
      }),
    );
  });
});
