import fc from 'fast-check';
import { toTradeColumns, type ClosedTrade } from './trade-columns.js';
import { sortTradeColumns, tradeOrder } from './trade-order.js';

type Trade = [exitTime: number, entryTime: number, clientId: string];

const aTrade = ([exitTime, entryTime]: Trade, place: number): ClosedTrade => ({
  exitTime,
  entryTime,
  plGross: place,
  plNet: place,
  plPct: place,
  feesPaid: place,
  rMultiple: place,
});

const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

const orderOf = (trades: Trade[]) =>
  tradeOrder(toTradeColumns(trades.map(aTrade)), (a, b) => byCodePoint(trades[a]![2], trades[b]![2]));

describe('trade order', () => {
  const check = (trades: Trade[], expected: number[] | null) => {
    const order = orderOf(trades);
    expect(order && [...order]).toEqual(expected);
  };

  it('is by exit time, then entry time, then client id, and is null if the trades are already sorted', () => {
    check([], null);
    check([[5, 1, 'a']], null);
    check([[5, 1, 'b'], [6, 0, 'a']], null); // prettier-ignore
    check([[5, 1, 'a'], [5, 1, 'a']], null); // prettier-ignore
    check([[6, 0, 'a'], [5, 1, 'b']], [1, 0]); // prettier-ignore
    check([[5, 2, 'a'], [5, 1, 'b']], [1, 0]); // prettier-ignore
    check([[5, 1, 'b'], [5, 1, 'a']], [1, 0]); // prettier-ignore
    check([[5, 1, 'a'], [5, 1, 'b']], null); // prettier-ignore
    check([[7, 1, 'c'], [5, 3, 'x'], [5, 2, 'y'], [5, 2, 'b']], [3, 2, 1, 0]); // prettier-ignore
    check(
      [
        [5, 1, '\u{1F600}'],
        [5, 1, '\uFF5E'],
      ],
      [1, 0],
    ); // by code point, not by UTF-16 unit // prettier-ignore
  });

  it('uses client ids only if both times are equal', () => {
    const times = toTradeColumns([[5, 2, ''], [4, 1, ''], [5, 1, '']].map((trade, i) => aTrade(trade as Trade, i))); // prettier-ignore
    const order = tradeOrder(times, () => {
      throw new Error('asked');
    });
    expect([...order!]).toEqual([1, 2, 0]);
  });

  it.each([
    ['a year of milliseconds', 31_622_400_000],
    ['few instants', 7],
    ['two instants', 2],
    ['one instant', 1],
    ['all time', 253_402_300_799_999],
    ['both sides of the epoch', 100_000, -50_000],
  ])('equals the order of a plain sort, for many trades within %s', (_what, range, from = 0) => {
    let state = 1;
    const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
    const trades = Array.from({ length: 20_000 }, (_, i): Trade => {
      const exitTime = from + Math.floor(random() * range);
      return [exitTime, exitTime - Math.floor(random() * 3), String(i)];
    });
    const columns = toTradeColumns(trades.map(aTrade));
    const longer = { ...toTradeColumns([...trades, trades[0]!].map(aTrade)), count: trades.length };
    // In the given order the client ids descend, so trades with equal times can never be in the right order by
    // accident.
    const expected = [...trades.keys()].toSorted(
      (a, b) => trades[a]![0] - trades[b]![0] || trades[a]![1] - trades[b]![1] || b - a,
    );
    // Values beyond the count must not change the order.
    for (const times of [columns, longer]) expect([...tradeOrder(times, (a, b) => b - a)!]).toEqual(expected);
  });

  it('does not depend on the order in which trades arrive', () => {
    const time = fc.integer({ min: 0, max: 3 });
    const trades = fc
      .uniqueArray(fc.tuple(time, time, fc.string({ unit: 'binary', maxLength: 3 })), {
        selector: ([, , id]) => id,
      })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
    const sorted = (list: Trade[]) => [...(orderOf(list) ?? list.keys())].map((place) => list[place]);
    fc.assert(fc.property(trades, ([given, shuffled]) => expect(sorted(shuffled)).toEqual(sorted(given))));
  });
});

describe('columns in trade order', () => {
  const someColumns = () => toTradeColumns([[6, 0, 'a'] as Trade, [5, 1, 'b'] as Trade].map(aTrade));

  it('are all in the same order', () => {
    const columns = someColumns();
    const ordered = sortTradeColumns(columns, Uint32Array.of(1, 0));
    expect(ordered.count).toBe(2);
    expect([...ordered.exitTime]).toEqual([5, 6]);
    expect([...ordered.entryTime]).toEqual([1, 0]);
    for (const name of ['plGross', 'plNet', 'plPct', 'feesPaid', 'rMultiple'] as const) {
      expect([...ordered[name]]).toEqual([1, 0]);
    }
    expect(ordered).toBe(columns);
  });

  it('stay unchanged if the trades are already in trade order', () => {
    expect(sortTradeColumns(someColumns(), null)).toEqual(someColumns());
  });
});
