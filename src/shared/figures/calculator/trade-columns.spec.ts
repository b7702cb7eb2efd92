import { toTradeColumns, tradesAtPlaces, valuesAt } from './trade-columns.js';

const trade = (n: number) => ({
  entryTime: n,
  exitTime: n + 10,
  plGross: n + 20,
  plNet: n + 30,
  plPct: n + 40,
  feesPaid: n + 50,
  rMultiple: n === 1 ? null : n + 60,
});

describe('columns of trades', () => {
  it('can be read at given indexes, in the order of the indexes', () => {
    const column = Float64Array.of(5, 6, 7);
    expect([...valuesAt(column, Uint32Array.of(2, 0, 2))]).toEqual([7, 5, 7]);
    expect([...valuesAt(column, new Uint32Array())]).toEqual([]);
  });

  it('can be reduced to the trades at given indexes, with every field', () => {
    const trades = toTradeColumns([trade(1), trade(2), trade(3)]);
    expect(tradesAtPlaces(trades, Uint32Array.of(2, 0))).toEqual(toTradeColumns([trade(3), trade(1)]));
  });
});
