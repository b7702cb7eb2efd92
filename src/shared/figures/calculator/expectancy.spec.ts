import { decimalOf } from '../../decimal/exact-decimal.js';
import { expectancy } from './expectancy.js';
import type { PerOutcome } from './outcomes.js';

const expectancyOf = (counts: PerOutcome, { win, loss, breakEven }: PerOutcome, total: number) =>
  expectancy(counts, {
    win: decimalOf(win),
    loss: decimalOf(loss),
    breakEven: decimalOf(breakEven),
    total: decimalOf(total),
  });

describe('expectancy', () => {
  it('is the sum of probability · average over the outcomes', () => {
    // Sums of 8 trades: wins 30 + 60 = 90, losses −10 − 20 − 15 = −45, break-evens 0.5 − 1 + 0 = −0.5.
    const figures = expectancyOf(
      { win: 2, loss: 3, breakEven: 3 },
      { win: 90, loss: -45, breakEven: -0.5 },
      44.5,
    );
    expect(figures).toEqual({
      winrate: 2 / 8,
      avgWin: 90 / 2,
      avgLoss: -45 / 3,
      winLossRatio: 45 / 15,
      expectancy: 44.5 / 8,
      expectancyComponents: {
        winProbability: 2 / 8,
        lossProbability: 3 / 8,
        breakEvenProbability: 3 / 8,
        avgBreakEven: -0.16666667, // −0.5 / 3
        winContribution: 90 / 8,
        lossContribution: -45 / 8,
        breakEvenContribution: -0.5 / 8,
      },
    });
    // The contributions add up to the sum of all trades divided by 8: 44.5 / 8 = 5.5625.
    expect(11.25 - 5.625 - 0.0625).toBe(figures.expectancy);
  });

  it('has null for the average of an outcome without trades', () => {
    const none = expectancyOf({ win: 0, loss: 0, breakEven: 0 }, { win: 0, loss: 0, breakEven: 0 }, 0);
    const { expectancyComponents, ...rest } = none;
    expect([...Object.values(rest), ...Object.values(expectancyComponents)]).toEqual(Array(12).fill(null));

    const wins = expectancyOf({ win: 2, loss: 0, breakEven: 0 }, { win: 9, loss: 0, breakEven: 0 }, 9);
    expect(wins).toMatchObject({
      winrate: 1,
      avgWin: 4.5,
      avgLoss: null,
      winLossRatio: null,
      expectancy: 4.5,
    });
    expect(wins.expectancyComponents).toMatchObject({
      lossProbability: 0,
      lossContribution: 0,
      avgBreakEven: null,
    });

    const losses = expectancyOf({ win: 0, loss: 2, breakEven: 0 }, { win: 0, loss: -9, breakEven: 0 }, -9);
    expect(losses).toMatchObject({
      winrate: 0,
      avgWin: null,
      avgLoss: -4.5,
      winLossRatio: null,
      expectancy: -4.5,
    });
  });
});
