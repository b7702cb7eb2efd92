import { type AnswerRow, TAKEN_BACK, firstAnswersOf } from '../../../../test/support/answer-rows.js';

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
        tradeId: 'a',
        clientId: 'x',
        kind: 'edited',
        at: 7,
        side: 'short',
        entryTime: 3,
        exitTime: 4,
        first: 2,
        kept: 1,
      },
    ]);
  });

  it('is ordered by the id of the trade at the same time, and has at most 1,000 elements', () => {
    const rows = Array.from({ length: 1_200 }, (_, k): AnswerRow => ({
      id: `t${String(1_199 - k).padStart(4, '0')}`,
      plNet: 1,
      change: 'gone',
    }));
    const { list } = firstAnswersOf(rows);
    expect(list).toHaveLength(1_000);
    expect([list[0]!.tradeId, list[999]!.tradeId]).toEqual(['t0000', 't0999']);
  });
});
