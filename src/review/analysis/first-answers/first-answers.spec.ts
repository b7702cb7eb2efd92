import {
  A7,
  type AnswerRow,
  TAKEN_BACK,
  firstAnswersOf,
  hundredAnswers,
} from '../../../../test/support/answer-rows.js';
import { MAX_CHANGED_ANSWERS } from './first-answers.js';

const gone = (id: string, plNet: number, more: Partial<AnswerRow> = {}): AnswerRow => ({
  ...{ id, plNet, change: 'gone' },
  ...more,
});
const look = (id: string, plNet: number, more: Partial<AnswerRow> = {}): AnswerRow => ({
  ...{ id, plNet, look: 'run' },
  ...more,
});
const changed = (
  id: string,
  from: number,
  to: number,
  change: 'edited' | 'costs' = 'edited',
): AnswerRow[] => [
  { id, plNet: to },
  { id, plNet: from, change },
];

const NOTHING_CHANGED = {
  ...{ removed: 0, edited: 0, costs: 0, secondLooks: 0, retaken: 0, helped: 0, hurt: 0 },
  ...{ change: 0, pValue: null },
};

describe('first answers', () => {
  it('are compared with the trades as kept', () => {
    const { list: _, ...result } = firstAnswersOf(TAKEN_BACK, { earlierRuns: 1, draws: 2 });
    expect(result).toMatchObject({
      reason: null,
      asFirst: { tradeCount: 6, winCount: 2, plNet: -4, maxLossStreak: 3 },
      asKept: { tradeCount: 5, winCount: 5, plNet: 6 },
      earlierRuns: 1,
      earlierLooks: 0,
      draws: 2,
    });
    expect(result.changes).toEqual({
      ...{ removed: 3, edited: 1, costs: 0, secondLooks: 2, retaken: 1, helped: 6, hurt: 0 },
      ...{ change: 10, pValue: 0.00159984 },
    });
  });

  it('contain an answer that was only deleted', () => {
    const { asFirst, asKept, changes } = firstAnswersOf([...TAKEN_BACK, A7]);
    expect([asFirst?.tradeCount, asFirst?.plNet, asKept?.plNet]).toEqual([7, -7, 6]);
    expect(changes).toMatchObject({ removed: 4, change: 13, pValue: 0.00229977 });
  });

  it('do not depend on the order in which the rows are read', () => {
    const expected = firstAnswersOf([...TAKEN_BACK, A7]);
    expect(firstAnswersOf([A7, ...TAKEN_BACK.toReversed()])).toEqual(expected);
  });

  it.each([
    [1, 0.53714629],
    [2, 0.29487051],
    [4, 0.09149085],
    [5, 0.04689531],
    [8, 0.00719928],
    [31, 0.00009999],
  ])('have a p value if %d losers of 100 trades are deleted', (losers, pValue) => {
    expect(firstAnswersOf(hundredAnswers(losers)).changes).toMatchObject({ removed: losers, pValue });
  });

  it('without changes have no p value', () => {
    const { changes, list, asFirst, asKept } = firstAnswersOf(hundredAnswers(0));
    expect(changes).toEqual(NOTHING_CHANGED);
    expect(list).toEqual([]);
    expect(asFirst).toEqual(asKept);
  });

  it('have the reason `no-trades` without rows', () => {
    const result = firstAnswersOf([]);
    expect(result).toMatchObject({ reason: 'no-trades', asFirst: { tradeCount: 0 }, asKept: { plNet: 0 } });
    expect(result.changes).toEqual(NOTHING_CHANGED);
  });

  it('have no p value if all trades are second looks', () => {
    const { reason, asFirst, changes } = firstAnswersOf([look('a', 5), look('b', -1)]);
    expect([reason, asFirst?.tradeCount]).toEqual([null, 0]);
    expect(changes).toEqual({ ...NOTHING_CHANGED, secondLooks: 2, helped: 1, hurt: 1, change: 4 });
  });

  it('count the changed costs of all trades as one part', () => {
    const costs = [...changed('a', 5, 4, 'costs'), ...changed('b', 5, 7, 'costs')];
    const { changes } = firstAnswersOf(costs);
    expect(changes).toMatchObject({ costs: 2, edited: 0, helped: 1, hurt: 0, change: 1 });
    // The only part has either sign with the same probability.
    expect(changes.pValue).toBeCloseTo(0.5, 1);
    const edits = [...changed('a', 5, 4), ...changed('b', 5, 7)];
    expect(firstAnswersOf(edits).changes).toMatchObject({ edited: 2, helped: 1, hurt: 1, change: 1 });
  });

  it('have no p value if no result was changed', () => {
    const rows = [...changed('a', 5, 5), ...changed('b', 4, 5, 'costs'), ...changed('c', 4, 3, 'costs')];
    expect(firstAnswersOf(rows).changes).toEqual({ ...NOTHING_CHANGED, edited: 1, costs: 2 });
  });

  it('find nothing in many edits that cancel', () => {
    const rows = Array.from({ length: 500 }, (_, k) => changed(`t${k}`, 1, k % 2 === 0 ? 1.1 : 0.9)).flat();
    const { changes } = firstAnswersOf(rows);
    expect(changes).toMatchObject({ edited: 500, helped: 250, hurt: 250, change: 0 });
    expect(changes.pValue).toBeGreaterThan(0.4);
    expect(changes.pValue).toBeLessThan(0.6);
  });

  it('ignore edits of second looks', () => {
    const rows = [
      gone('a', -2),
      { id: 'b', plNet: 1 },
      look('c', 9),
      look('c', 3, { change: 'edited' }),
      look('d', 2),
      look('d', 1, { change: 'costs' }),
    ];
    const { asFirst, asKept, changes, list } = firstAnswersOf(rows);
    expect([asFirst?.plNet, asKept?.plNet]).toEqual([-1, 12]);
    expect(changes).toMatchObject({ removed: 1, edited: 0, costs: 0, secondLooks: 2, change: 13, helped: 3 });
    expect(list.map(({ tradeId, kind }) => [tradeId, kind])).toEqual([
      ['a', 'removed'],
      ['c', 'second-look'],
      ['d', 'second-look'],
    ]);
  });

  it('contain earlier looks, which are counted if they are stored', () => {
    const earlier = { look: 'earlierRun' } as const;
    const [kept, version] = changed('b', -1, 4);
    const rows = [
      { id: 'a', plNet: 3, ...earlier },
      { ...kept!, ...earlier },
      { ...version!, ...earlier },
      gone('c', -5, earlier),
    ];
    const { asFirst, changes, earlierLooks, list } = firstAnswersOf(rows);
    expect([asFirst?.plNet, earlierLooks]).toEqual([-3, 2]);
    expect(changes).toMatchObject({ removed: 1, edited: 1, secondLooks: 0, retaken: 0, change: 10 });
    expect(list.map(({ tradeId, kind }) => `${tradeId} ${kind}`)).toEqual([
      'a earlier-look',
      'b edited',
      'b earlier-look',
      'c removed',
    ]);
  });

  it('have exact sums of large amounts', () => {
    const large = 90_071_992_547_409.92;
    const rows = [
      { id: 'a', plNet: large },
      ...changed('b', -large, 0.01),
      ...changed('c', 0.03, large),
      gone('d', large),
      look('e', large),
    ];
    const { changes } = firstAnswersOf(rows);
    expect(changes.change).toBe(180_143_985_094_819.8);
    // The change is large + 0.01, large − 0.03, −large and large.
    expect(changes).toMatchObject({ helped: 3, hurt: 1 });
    // Doubles would take the change of a path for as large as the change, although it is smaller by a cent.
    const cent = [
      ...changed('a', 0, large),
      ...changed('b', 0, large),
      ...changed('c', 0, 0.01),
      { id: 'p', plNet: 1 },
    ];
    const { pValue } = firstAnswersOf(cent).changes;
    expect(pValue).toBeGreaterThan(0.11);
    expect(pValue).toBeLessThan(0.14);
  });

  it('give the same p value for amounts of any size', () => {
    const scaled = (factor: number) =>
      firstAnswersOf([...TAKEN_BACK, A7].map((row) => ({ ...row, plNet: row.plNet * factor }))).changes
        .pValue;
    expect([1e-8, 3, 1e7, 1e12].map(scaled)).toEqual([1, 1, 1, 1].map(() => 0.00229977));
  });

  it('give fewer paths to more parts', () => {
    const rows = Array.from({ length: 4_000 }, (_, k) => gone(`t${k}`, k % 2 === 0 ? 1 : -1));
    const { pValue } = firstAnswersOf([{ id: 'x', plNet: 1 }, ...rows]).changes;
    // 5,000 paths: 20,000,000 draws of 4,000 parts.
    expect(Math.round(pValue! * 5_001) / 5_001).toBeCloseTo(pValue!, 8);
    expect(pValue).toBeGreaterThan(0.4);
  });

  it('order answers with the same times and clientIds by their ids', () => {
    const twins = [gone('b', -1, { clientId: 'same' }), gone('a', 2, { clientId: 'same' })];
    const more = [{ id: 'c', plNet: 7, exitTime: 9 }];
    expect(firstAnswersOf([...twins, ...more])).toEqual(firstAnswersOf([...more, ...twins.toReversed()]));
  });
});

describe('the list of first answers', () => {
  it('names changes and looks, newest first', () => {
    const { list } = firstAnswersOf([...TAKEN_BACK]);
    expect(list.map(({ tradeId, kind, at, first, kept }) => [at, tradeId, kind, first, kept])).toEqual([
      [14, 'C5', 'second-look', null, 1],
      [13, 'B5', 'retaken', 1, null],
      [11, 'A5', 'removed', -1, null],
      [8, 'A4', 'edited', -1, 1],
      [6, 'A3', 'removed', -2, null],
      [4, 'B1', 'second-look', null, 2],
      [3, 'A1', 'removed', -2, null],
    ]);
  });

  it('has the clientId, side and times of the first version', () => {
    const { list } = firstAnswersOf([
      { id: 'a', plNet: 1, side: 'long', entryTime: 5, exitTime: 6 },
      { id: 'a', plNet: 2, side: 'short', entryTime: 3, exitTime: 4, change: 'edited', at: 7, clientId: 'x' },
    ]);
    expect(list).toEqual([
      {
        ...{ tradeId: 'a', clientId: 'x', kind: 'edited', at: 7, side: 'short', entryTime: 3, exitTime: 4 },
        ...{ first: 2, kept: 1 },
      },
    ]);
  });

  it('is ordered by the id of the trade at the same time, and has at most 1,000 elements', () => {
    const rows = Array.from({ length: 1_200 }, (_, k) => gone(`t${String(1_199 - k).padStart(4, '0')}`, 1));
    const { list } = firstAnswersOf(rows);
    expect(list).toHaveLength(1_000);
    expect([list[0]!.tradeId, list[999]!.tradeId]).toEqual(['t0000', 't0999']);
  });
});

describe('too many changes', () => {
  const rows = (changes: number): AnswerRow[] => [
    { id: 'kept', plNet: 1 },
    ...Array.from({ length: changes }, (_, k) =>
      gone(`t${k}`, k % 2, { look: k % 3 === 0 ? 'run' : 'none' }),
    ),
  ];

  it('have no figures', () => {
    const { reason, asFirst, asKept, changes, list } = firstAnswersOf(rows(MAX_CHANGED_ANSWERS + 1));
    expect([reason, asFirst, asKept]).toEqual(['too-many-trades', null, null]);
    expect(changes).toEqual({
      ...{ ...NOTHING_CHANGED, removed: 66_667, retaken: 33_334, helped: 0, hurt: 33_333 },
      ...{ change: null, pValue: null },
    });
    expect(list).toHaveLength(1_000);
  });

  it('are more than 100,000', () => {
    const { reason, changes } = firstAnswersOf(rows(MAX_CHANGED_ANSWERS));
    expect(reason).toBeNull();
    expect(changes.pValue).not.toBeNull();
  });
});
