import {
  A7,
  TAKEN_BACK,
  changedAnswer,
  firstAnswersOf,
  goneAnswer,
  hundredAnswers,
  storedLook,
} from '../../../../test/support/answer-rows.js';

describe('the p value of first answers', () => {
  it.each([
    [1, 0.53714629],
    [2, 0.29487051],
    [4, 0.09149085],
    [5, 0.04689531],
    [8, 0.00719928],
    [31, 0.00009999],
  ])('is that of the definition if %d losers of 100 trades are deleted', (losers, pValue) => {
    expect(firstAnswersOf(hundredAnswers(losers)).changes).toMatchObject({ removed: losers, pValue });
  });

  it('finds nothing in many edits that cancel', () => {
    const rows = Array.from({ length: 500 }, (_, k) =>
      changedAnswer(`t${k}`, 1, k % 2 === 0 ? 1.1 : 0.9),
    ).flat();
    const { changes } = firstAnswersOf(rows);
    expect(changes).toMatchObject({ edited: 500, helped: 250, hurt: 250, change: 0 });
    expect(changes.pValue).toBeGreaterThan(0.4);
    expect(changes.pValue).toBeLessThan(0.6);
  });

  it('compares exact sums of large amounts', () => {
    const large = 90_071_992_547_409.92;
    const rows = [
      { id: 'a', plNet: large },
      ...changedAnswer('b', -large, 0.01),
      ...changedAnswer('c', 0.03, large),
      goneAnswer('d', large),
      storedLook('e', large),
    ];
    const { changes } = firstAnswersOf(rows);
    expect(changes.change).toBe(180_143_985_094_819.8);
    // The change is large + 0.01, large − 0.03, −large and large.
    expect(changes).toMatchObject({ helped: 3, hurt: 1 });
    // Doubles would take the change of a path for as large as the change, although it is smaller by a cent.
    const cent = [
      ...changedAnswer('a', 0, large),
      ...changedAnswer('b', 0, large),
      ...changedAnswer('c', 0, 0.01),
      { id: 'p', plNet: 1 },
    ];
    const { pValue } = firstAnswersOf(cent).changes;
    expect(pValue).toBeGreaterThan(0.11);
    expect(pValue).toBeLessThan(0.14);
  });

  it('is the same for amounts of any size', () => {
    const scaled = (factor: number) =>
      firstAnswersOf([...TAKEN_BACK, A7].map((row) => ({ ...row, plNet: row.plNet * factor }))).changes
        .pValue;
    expect([1e-8, 3, 1e7, 1e12].map(scaled)).toEqual([1, 1, 1, 1].map(() => 0.00229977));
  });

  it('uses fewer paths for more parts', () => {
    const rows = Array.from({ length: 4_000 }, (_, k) => goneAnswer(`t${k}`, k % 2 === 0 ? 1 : -1));
    const { pValue } = firstAnswersOf([{ id: 'x', plNet: 1 }, ...rows]).changes;
    // 5,000 paths: 20,000,000 draws of 4,000 parts.
    expect(Math.round(pValue! * 5_001) / 5_001).toBeCloseTo(pValue!, 8);
    expect(pValue).toBeGreaterThan(0.4);
  });
});
