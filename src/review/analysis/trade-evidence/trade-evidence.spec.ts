import { givenColumns } from '../../../../test/support/recorded-columns.js';
import { WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import type { CostedTrades } from '../costs/costs.js';
import { tradeEvidence } from './trade-evidence.js';

const SETTINGS = { initialBalance: 1_000, costFactor: 2, bestShare: 0.05 };

const W: CostedTrades = {
  ...WORKED_EXAMPLE,
  spreadPaid: new Float64Array(8),
  slippagePaid: new Float64Array(8),
};

/** Returns long trades with a quantity of 1 that gain the given amounts. */
const gaining = (...amounts: number[]) =>
  givenColumns(
    amounts.map((amount, i) => ({
      side: 'long',
      entryPrice: 100,
      entryTime: i * 1_000,
      exitPrice: 100 + amount,
      exitTime: i * 1_000 + 500,
    })),
  );

describe('the evidence of the documented trades', () => {
  it('includes the result at other costs and the result without the best trade', () => {
    expect(tradeEvidence(W, SETTINGS)).toEqual({
      tradeCount: 8,
      plNetPct: 9.85,
      costs: 8,
      plNetAtCosts: 90.5,
      plNetWithoutBest: 18.5,
      skewness: 0.53004811,
      probabilisticSharpe: 0.79458204,
    });
    expect(tradeEvidence(W, { ...SETTINGS, costFactor: 1 }).plNetAtCosts).toBe(98.5);
  });

  it('counts spread and slippage as costs', () => {
    const costs = { spreadPaid: W.feesPaid, slippagePaid: W.feesPaid.map((fees) => fees / 2) };
    expect(tradeEvidence({ ...W, ...costs }, SETTINGS)).toMatchObject({ costs: 20, plNetAtCosts: 66.5 });
  });
});

describe('the best trades', () => {
  const without = (bestShare: number, ...amounts: number[]) =>
    tradeEvidence(gaining(...amounts), { ...SETTINGS, bestShare }).plNetWithoutBest;

  it('are a share of the trades, rounded up', () => {
    expect([
      without(0, 1, 5, 2),
      without(0.05, 1, 5, 2),
      without(0.34, 1, 5, 2),
      without(0.5, 1, 5, 2),
    ]).toEqual([8, 3, 1, 1]);
  });

  it('are counted by the exact decimal share, so that 0.07 of 100 trades are 7 trades', () => {
    const amounts = Array.from({ length: 100 }, (_, i) => i);
    expect(without(0.07, ...amounts)).toBe(4_950 - (99 + 98 + 97 + 96 + 95 + 94 + 93));
  });

  it('do not exist if there are no trades', () => {
    expect(tradeEvidence(gaining(), SETTINGS)).toEqual({
      tradeCount: 0,
      plNetPct: 0,
      costs: 0,
      plNetAtCosts: 0,
      plNetWithoutBest: 0,
      skewness: null,
      probabilisticSharpe: null,
    });
  });
});
