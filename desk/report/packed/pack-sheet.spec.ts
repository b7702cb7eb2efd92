import type { SheetCandles, SheetTrade } from '../sheet-data.js';
import { deltas, fromDeltas } from './deltas.js';
import { packCandles, unpackCandles } from './pack-candles.js';
import { packTrades, unpackTrades } from './pack-trades.js';

const T = 1_700_000_000_000;

const aTrade = (fields: Partial<SheetTrade> = {}): SheetTrade => ({
  id: '0',
  symbol: 'BTCUSDT',
  feed: 'venue-spot',
  side: 'long',
  qty: 0.01,
  entryPrice: 28_400.07,
  entryTime: T,
  exitPrice: 28_443.04,
  exitTime: T + 60_000,
  stopLoss: null,
  takeProfit: 28_500,
  plNet: -1.25,
  plPct: -0.4,
  rMultiple: null,
  note: '',
  tags: [],
  ...fields,
});

describe('packed trades', () => {
  it('are the same after unpacking, except that their ids are their indexes', () => {
    const trades = [
      aTrade(),
      aTrade({ id: '1', side: 'short', note: 'late', exitTime: T + 120_000, rMultiple: 1.5 }),
      aTrade({ id: '2', symbol: 'ETHUSDT', tags: ['a', 'b'], exitTime: T + 120_000, stopLoss: 1 }),
    ];
    expect(unpackTrades(packTrades(trades))).toEqual(trades);
  });

  it('can be an empty list', () => expect(unpackTrades(packTrades([]))).toEqual([]));
});

describe('packed candles', () => {
  const check = (bars: readonly (readonly [number, number, number, number, number])[]) => {
    const column = (index: number) => bars.map((bar) => bar[index]!);
    const candles: SheetCandles = {
      symbol: 'X',
      feed: 'venue-spot',
      intervalMs: 60_000,
      times: column(0).map((minute) => T + minute * 60_000),
      open: column(1),
      high: column(2),
      low: column(3),
      close: column(4),
    };
    const packed = packCandles(candles);
    expect(unpackCandles(packed)).toEqual(candles);
    for (const numbers of [packed.steps, packed.open, packed.close, packed.upper, packed.lower]) {
      expect(numbers.every(Number.isInteger)).toBe(true);
    }
  };

  it('are the same after unpacking, including gaps', () =>
    check([
      [0, 28_400.07, 28_443.04, 28_280, 28_326],
      [1, 28_326, 28_326, 28_326, 28_326],
      [7, 28_300.5, 28_310, 28_299.99, 28_301],
    ]));

  it('keep the eight decimals of small prices', () =>
    check([
      [0, 0.00001234, 0.0000124, 0.00001, 0.0000112],
      [1, 0.1, 0.30000001, 0.1, 0.3],
    ]));

  it('can be an empty list', () => check([]));
});

describe('deltas', () => {
  it.each([[[]], [[5]], [[5, 5, 9, -2]]])('can be converted back: %j', (values) =>
    expect(fromDeltas(deltas(values))).toEqual(values),
  );
});
