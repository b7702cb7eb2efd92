import { figuresOf } from '../../trades/trade-figures.js';
import { calculateFigures } from '../../shared/figures/calculator/calculate-statistics.js';
import { toTradeColumns } from '../../shared/figures/calculator/trade-columns.js';
import { compareFigures } from './compare-figures.js';

const SETTINGS = { initialBalance: 1000, breakEvenThreshold: 0 };

/** Returns a trade in the given hour. Trades in odd hours are losses. */
const tradeAt = (hour: number) => ({
  clientId: `trade-${hour}`,
  entryTime: hour * 100 + 1,
  exitTime: hour * 100 + 50,
  plGross: hour % 2 ? -hour : hour,
  plNet: hour % 2 ? -hour : hour,
  plPct: hour,
  feesPaid: 0,
  rMultiple: hour % 3 ? null : hour,
});

const expected = (...hours: readonly number[]) =>
  calculateFigures(toTradeColumns(hours.map(tradeAt)), SETTINGS);

const compared = (hours: readonly number[], added: readonly number[]) =>
  compareFigures(figuresOf(hours.map(tradeAt)), figuresOf(added.map(tradeAt)), SETTINGS);

describe('the figures with and without further trades', () => {
  it('are computed in trade order, even if new trades come before trades of the session', () => {
    expect(compared([5, 1, 4], [2, 0])).toEqual({
      before: expected(1, 4, 5),
      after: expected(0, 1, 2, 4, 5),
    });
  });

  it('are equal if there are no further trades', () => {
    expect(compared([2, 1], [])).toEqual({ before: expected(1, 2), after: expected(1, 2) });
  });

  it('include only the further trades if the session has no trades', () => {
    expect(compared([], [3, 2])).toEqual({ before: expected(), after: expected(2, 3) });
  });

  it('treat trades with equal times in the order of their client ids', () => {
    const at = (clientId: string, plNet: number) => ({ ...tradeAt(1), clientId, plNet });
    const { after } = compareFigures(
      figuresOf([at('a', 1), at('c', 1)]),
      figuresOf([at('é', -1), at('b', -1)]),
      SETTINGS,
    );
    expect(after).toMatchObject({ maxWinStreak: 1, maxLossStreak: 1 });
  });
});
