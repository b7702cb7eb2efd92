import { type BehaviourName, doubtedShare } from '../support/simulated-answers.js';

/* Checks how often the changes of simulated persons are doubted. Each simulation draws the same numbers every time. */

const WIN_RATES = [0.3, 0.4, 0.5, 0.6, 0.7];

const PERSONS = 100;

const sharesOf = (name: BehaviourName, count: number, persons = PERSONS): number[] =>
  WIN_RATES.map((winRate) => doubtedShare(name, winRate, count, persons));

/**
 * The least and the greatest share of doubted persons among the win rates, with 100 and with 30 trades. The shares
 * depend on how a person chooses the trades, so the simulations may deviate from them.
 */
const MANIPULATING = [
  ['half of the losers deleted', [0.95, 1], [0.52, 0.81]],
  ['half of the losers taken again until they win', [1, 1], [0.81, 0.99]],
  ['a third of the losers edited into winners', [0.975, 1], [0.19, 0.88]],
  ['half of the losers taken again by a coin', [0.66, 0.95], [0.34, 0.51]],
  ['winners added after looking ahead', [0.62, 1], [0.31, 0.79]],
] as const;

describe('the p value of first answers', () => {
  it('rarely doubts persons whose changes do not depend on the results', () => {
    const shares = sharesOf('honest', 100, 2 * PERSONS);
    expect(Math.min(...shares)).toBeGreaterThan(0.01);
    expect(Math.max(...shares)).toBeLessThan(0.08);
    const ofFew = sharesOf('honest', 30, 2 * PERSONS);
    const average = ofFew.reduce((sum, share) => sum + share, 0) / ofFew.length;
    expect(average).toBeGreaterThan(0.03);
    expect(average).toBeLessThan(0.08);
  });

  it.each(MANIPULATING)('doubts persons with %s', (name, ofHundred, ofThirty) => {
    expectRange(sharesOf(name, 100), ofHundred, 0.1);
    expectRange(sharesOf(name, 30), ofThirty, 0.15);
  });
});

function expectRange(
  shares: readonly number[],
  [least, most]: readonly [number, number],
  tolerance: number,
): void {
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(least - tolerance);
  expect(Math.max(...shares)).toBeLessThanOrEqual(most + tolerance);
  // The least share is low enough, so the test does not doubt everybody.
  expect(Math.min(...shares)).toBeLessThanOrEqual(least + tolerance);
}
