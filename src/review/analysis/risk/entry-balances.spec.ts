import fc from 'fast-check';
import { analysedTrades } from '../../../../test/support/analysed-trades.js';
import { WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import { entryBalances } from './entry-balances.js';
import { realisedBalances } from './realised-balances.js';

describe('realised balances', () => {
  it('are the initial balance and the balance after each trade', () => {
    const balances = [1000, 960, 990, 1050, 1049.5, 1024.5, 1008.5, 1088.5, 1098.5];
    expect([...realisedBalances(WORKED_EXAMPLE, 1000)]).toEqual(balances);
  });

  it('are exact even for amounts whose sum is not exact in doubles', () => {
    const of = (initial: number, ...plNets: number[]) => [
      ...realisedBalances({ count: plNets.length, plNet: Float64Array.from(plNets) }, initial),
    ];
    expect(of(0.1, 0.2, -0.3)).toEqual([0.1, 0.3, 0]);
    expect(of(1e15, 0.3, -1e15)).toEqual([1e15, 1e15 + 0.25, 0.3]);
  });
});

describe('the balance at an entry', () => {
  it('includes the results of the trades that had closed before', () => {
    expect([...entryBalances(WORKED_EXAMPLE, 1000)]).toEqual([
      1000, 1000, 960, 990, 1049.5, 1049.5, 1049.5, 1088.5,
    ]);
  });

  it('includes the results of exits at the time of the entry, unless the trade has no duration', () => {
    const trades = analysedTrades([
      { plNet: 7, entryTime: 0, exitTime: 5 },
      { plNet: 3, entryTime: 5, exitTime: 5 },
      { plNet: 1, entryTime: 5, exitTime: 6 },
    ]);
    expect([...entryBalances(trades, 100)]).toEqual([100, 107, 107]);
  });

  it('equals the balance computed trade by trade', () => {
    const trade = fc.record({ plNet: fc.integer({ min: -50, max: 50 }), at: fc.nat(9), lasts: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 20 }), (list) => {
        const rows = list
          .map(({ plNet, at, lasts }) => ({ plNet, entryTime: at, exitTime: at + lasts }))
          .toSorted((a, b) => a.exitTime - b.exitTime || a.entryTime - b.entryTime);
        const expected = rows.map(({ entryTime }) =>
          rows.reduce(
            (sum, other) =>
              sum + (other.exitTime <= entryTime && other.entryTime < entryTime ? other.plNet : 0),
            1000,
          ),
        );
        expect([...entryBalances(analysedTrades(rows), 1000)]).toEqual(expected);
      }),
    );
  });
});
