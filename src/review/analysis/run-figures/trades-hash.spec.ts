import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { tradesHash } from './trades-hash.js';

const MARKETS = [
  { symbol: 'ETHUSDT', feed: 'venue-spot' },
  { symbol: 'BTCUSDT', feed: 'venue-spot' },
  { symbol: 'BTCUSDT', feed: 'venue-usdm-current-quarter' },
] as const;

const trade = fc.record({
  exitTime: fc.integer({ min: 3, max: 4 }),
  entryTime: fc.integer({ min: 1, max: 2 }),
  asset: fc.integer({ min: 0, max: 2 }),
  direction: fc.constantFrom(1, -1),
  quantity: fc.constantFrom(0.5, 1),
  entryPrice: fc.constantFrom(10, 11),
  exitPrice: fc.constantFrom(10, 12),
});
type Trade = typeof trade extends fc.Arbitrary<infer One> ? One : never;

/**
 * Returns the columns of trades, sorted only by their times. Trades with equal times keep the given order. In trade
 * order, client ids decide their order, so any order is possible.
 */
function columnsOf(trades: readonly Trade[]) {
  const sorted = trades.toSorted((a, b) => a.exitTime - b.exitTime || a.entryTime - b.entryTime);
  const column = (name: keyof Trade) => Float64Array.from(sorted, (one) => one[name]);
  return {
    count: trades.length,
    exitTime: column('exitTime'),
    entryTime: column('entryTime'),
    asset: column('asset'),
    direction: column('direction'),
    quantity: column('quantity'),
    entryPrice: column('entryPrice'),
    exitPrice: column('exitPrice'),
  };
}

const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

const hashOf = (trades: readonly Trade[]): string => tradesHash(columnsOf(trades), MARKETS).toString('hex');

const ONE: Trade = {
  exitTime: 4,
  entryTime: 1,
  asset: 1,
  direction: -1,
  quantity: 0.5,
  entryPrice: 10,
  exitPrice: 12,
};

describe('the hash of trades', () => {
  it('has the documented value', () => {
    const text = Buffer.from('BTCUSDT\0venue-spot\0short\0');
    const bytes = [double(4), double(1), text, double(0.5), double(10), double(12)];
    expect(hashOf([ONE])).toBe(createHash('sha256').update(Buffer.concat(bytes)).digest('hex'));
    expect(hashOf([])).toBe(createHash('sha256').digest('hex'));
  });

  it('contains every trade of a long list', () => {
    const trades = Array.from({ length: 10_000 }, (_, i): Trade => ({
      ...ONE,
      exitTime: i,
      asset: i % 3,
      direction: i % 2 ? 1 : -1,
    }));
    const bytes = trades.flatMap(({ exitTime, asset, direction }) => {
      const { symbol, feed } = MARKETS[asset]!;
      const text = Buffer.from(`${symbol}\0${feed}\0${direction > 0 ? 'long' : 'short'}\0`);
      return [double(exitTime), double(1), text, double(0.5), double(10), double(12)];
    });
    expect(hashOf(trades)).toBe(createHash('sha256').update(Buffer.concat(bytes)).digest('hex'));
  });

  it('does not depend on the order of trades with equal times', () => {
    fc.assert(
      fc.property(
        fc.array(trade, { maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        (trades, keys) => {
          const other = trades
            .map((one, place) => [keys[place] ?? 0, one] as const)
            .toSorted(([a], [b]) => a - b)
            .map(([, one]) => one);
          expect(hashOf(other)).toBe(hashOf(trades));
        },
      ),
    );
  });

  it('depends on every hashed value of a trade', () => {
    for (const name of Object.keys(ONE) as (keyof Trade)[]) {
      const other = name === 'direction' ? 1 : ONE[name] + (name === 'asset' ? 1 : 0.25);
      expect([name, hashOf([{ ...ONE, [name]: other }])]).not.toEqual([name, hashOf([ONE])]);
    }
    expect(hashOf([ONE, ONE])).not.toBe(hashOf([ONE]));
  });
});
