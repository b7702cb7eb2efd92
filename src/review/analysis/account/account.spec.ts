import { WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import { DAY, NOON, onDay } from '../../../../test/support/daily-trades.js';
import { analysedTrades } from '../../../../test/support/analysed-trades.js';
import { parsedDecimal, toDouble } from '../../../shared/decimal/exact-decimal.js';
import { riskAnalysis } from '../risk/risk-analysis.js';
import { account } from './account.js';

const SETTINGS = { initialBalance: 1000, timezone: 'UTC' };
/** Day number of 1 January 2024, counted from 1970-01-01. */
const FIRST = Math.floor(NOON / DAY);

const accountOf = (...list: ReturnType<typeof onDay>[]) => account(analysedTrades(list), SETTINGS);
const plNets = ({ exits }: ReturnType<typeof account>) =>
  exits.map(([day, plNet]) => [day, toDouble(parsedDecimal(plNet))]);

describe('the account of a session', () => {
  it('has the same returns and the same time in market as the risk analysis', () => {
    const { returns } = account(WORKED_EXAMPLE, SETTINGS);
    const risk = riskAnalysis(WORKED_EXAMPLE, { ...SETTINGS, riskFreeRate: 0, breakEvenThreshold: 0 });
    const { sharpe, sortino, cagrPct, calmar } = risk.returns;
    expect(returns).toEqual({ sharpe, sortino, cagrPct, calmar, timeInMarket: risk.exposure.timeInMarket });
    expect(returns).toMatchObject({ sharpe: 7.40173751, sortino: 16.61693329, timeInMarket: 0.95 });
  });

  it('has the exact profit of each day with exits, and the number of its first and of its last day', () => {
    const { range, ...rest } = accountOf(onDay(3, 0.1), onDay(3, 0.2), onDay(3, -0.3), onDay(7, 5));
    expect(range).toEqual({ first: FIRST + 3, last: FIRST + 7 });
    expect(plNets({ range, ...rest })).toEqual([
      [FIRST + 3, 0],
      [FIRST + 7, 5],
    ]);
    const large = accountOf({ ...onDay(0, 1e15), plNet: 1e15 }, onDay(0, 0.00000001));
    expect(large.exits.map(([, plNet]) => parsedDecimal(plNet))).toEqual([
      { mantissa: 100000000000000000000001n, scale: 8 },
    ]);
  });

  it('begins on the day of the first entry', () => {
    const early = { ...onDay(4, 1), entryTime: NOON + DAY };
    expect(accountOf(early).range).toEqual({ first: FIRST + 1, last: FIRST + 4 });
    const tokyo = account(analysedTrades([early]), { ...SETTINGS, timezone: 'Pacific/Kiritimati' });
    expect(tokyo.range).toEqual({ first: FIRST + 2, last: FIRST + 5 });
  });

  it('has no days if there are no trades', () => {
    expect(accountOf()).toEqual({
      returns: { sharpe: null, sortino: null, cagrPct: null, calmar: null, timeInMarket: null },
      range: null,
      exits: [],
    });
  });
});
