import fc from 'fast-check';
import {
  A7,
  type AnswerRow,
  TAKEN_BACK,
  firstAnswersOf,
  changedAnswer,
  goneAnswer,
  hundredAnswers,
  storedLook,
} from '../../../../test/support/answer-rows.js';
import { propertyRuns } from '../../../../test/support/property-runs.js';
import { MAX_CHANGED_ANSWERS } from './first-answers.js';

const NOTHING_CHANGED = {
  removed: 0,
  edited: 0,
  costs: 0,
  secondLooks: 0,
  retaken: 0,
  helped: 0,
  hurt: 0,
  change: 0,
  pValue: null,
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
      removed: 3,
      edited: 1,
      costs: 0,
      secondLooks: 2,
      retaken: 1,
      helped: 6,
      hurt: 0,
      change: 10,
      pValue: 0.00159984,
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
    const { reason, asFirst, changes } = firstAnswersOf([storedLook('a', 5), storedLook('b', -1)]);
    expect([reason, asFirst?.tradeCount]).toEqual([null, 0]);
    expect(changes).toEqual({ ...NOTHING_CHANGED, secondLooks: 2, helped: 1, hurt: 1, change: 4 });
  });

  it('count the changed costs of all trades as one part', () => {
    const costs = [...changedAnswer('a', 5, 4, 'costs'), ...changedAnswer('b', 5, 7, 'costs')];
    const { changes } = firstAnswersOf(costs);
    expect(changes).toMatchObject({ costs: 2, edited: 0, helped: 1, hurt: 0, change: 1 });
    // The only part has either sign with the same probability.
    expect(changes.pValue).toBeCloseTo(0.5, 1);
    const edits = [...changedAnswer('a', 5, 4), ...changedAnswer('b', 5, 7)];
    expect(firstAnswersOf(edits).changes).toMatchObject({ edited: 2, helped: 1, hurt: 1, change: 1 });
  });

  it('have no p value if no result was changed', () => {
    const rows = [
      ...changedAnswer('a', 5, 5),
      ...changedAnswer('b', 4, 5, 'costs'),
      ...changedAnswer('c', 4, 3, 'costs'),
    ];
    expect(firstAnswersOf(rows).changes).toEqual({ ...NOTHING_CHANGED, edited: 1, costs: 2 });
  });

  it('ignore edits of second looks', () => {
    const rows = [
      goneAnswer('a', -2),
      { id: 'b', plNet: 1 },
      storedLook('c', 9),
      storedLook('c', 3, { change: 'edited' }),
      storedLook('d', 2),
      storedLook('d', 1, { change: 'costs' }),
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

  it('count a changed answer as gone if its trade is not stored', () => {
    const rows = [...changedAnswer('a', 4, 3, 'edited'), { id: 'b', plNet: 1 }].filter(
      ({ id, change }: AnswerRow) => id !== 'a' || change === 'edited',
    );
    const { asFirst, asKept, changes } = firstAnswersOf(rows);
    expect([asFirst?.tradeCount, asKept?.plNet, changes.removed, changes.edited]).toEqual([2, 1, 1, 0]);
  });

  it('contain earlier looks, which are counted if they are stored', () => {
    const earlier = { look: 'earlierRun' } as const;
    const [kept, version] = changedAnswer('b', -1, 4);
    const rows = [
      { id: 'a', plNet: 3, ...earlier },
      { ...kept!, ...earlier },
      { ...version!, ...earlier },
      goneAnswer('c', -5, earlier),
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

  it('change by the sum of their parts', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            plNet: fc.integer({ min: -1e12, max: 1e12 }).map((units) => units / 1e8),
            kept: fc.integer({ min: -1e12, max: 1e12 }).map((units) => units / 1e8),
            what: fc.constantFrom('none', 'costs', 'edited', 'gone'),
            look: fc.constantFrom('none', 'run', 'earlierRun'),
          }),
          { maxLength: 12 },
        ),
        (trades) => {
          const rows = trades.flatMap(({ plNet, kept, what, look }, place): AnswerRow[] => {
            const id = `t${place}`;
            const stored: AnswerRow = { id, plNet: what === 'none' ? plNet : kept, look };
            const first: AnswerRow = { id, plNet, look, change: what };
            if (what === 'none') return [stored];
            return what === 'gone' ? [first] : [stored, first];
          });
          const { asFirst, asKept, changes, list } = firstAnswersOf(rows);
          const units = (value: number) => Math.round(value * 1e8);
          expect(units(changes.change!)).toBe(units(asKept!.plNet) - units(asFirst!.plNet));
          const { removed, edited, costs, secondLooks, retaken } = changes;
          const earlier = list.filter(({ kind }) => kind === 'earlier-look').length;
          expect(removed + edited + costs + secondLooks + retaken + earlier).toBe(list.length);
          expect(asFirst!.tradeCount + secondLooks + retaken).toBe(trades.length);
        },
      ),
      { numRuns: propertyRuns(300) },
    );
  });

  it('order answers with the same times and clientIds by their ids', () => {
    const twins = [goneAnswer('b', -1, { clientId: 'same' }), goneAnswer('a', 2, { clientId: 'same' })];
    const more = [{ id: 'c', plNet: 7, exitTime: 9 }];
    expect(firstAnswersOf([...twins, ...more])).toEqual(firstAnswersOf([...more, ...twins.toReversed()]));
  });
});

describe('too many changes', () => {
  const rows = (changes: number): AnswerRow[] => [
    { id: 'kept', plNet: 1 },
    ...Array.from({ length: changes }, (_, k) =>
      goneAnswer(`t${k}`, k % 2, { look: k % 3 === 0 ? 'run' : 'none' }),
    ),
  ];

  it('have no figures', () => {
    const { reason, asFirst, asKept, changes, list } = firstAnswersOf(rows(MAX_CHANGED_ANSWERS + 1));
    expect([reason, asFirst, asKept]).toEqual(['too-many-trades', null, null]);
    expect(changes).toEqual({
      ...NOTHING_CHANGED,
      removed: 66_667,
      retaken: 33_334,
      helped: 0,
      hurt: 33_333,
      change: null,
      pValue: null,
    });
    expect(list).toHaveLength(1_000);
  });

  it('are more than 100,000', () => {
    const { reason, changes } = firstAnswersOf(rows(MAX_CHANGED_ANSWERS));
    expect(reason).toBeNull();
    expect(changes.pValue).not.toBeNull();
  });
});
