import { Problem } from '../shared/problems/problem.js';
import { type TradePosition, pageSpan, tradeCursors } from './trades-page.js';
import type { TradesQuery } from './trades-query.dto.js';

const QUERY: TradesQuery = { order: 'asc', count: 10, breakEvenThreshold: 0, from: 5000, to: 9000 };
const cursorAt = (position: TradePosition, query = QUERY) => tradeCursors('1', query).write(position);
const spanAt = (position: TradePosition, query = QUERY) =>
  pageSpan({ ...query, cursor: cursorAt(position, query) }, tradeCursors('1', query));

describe('the span of a page', () => {
  it('begins after the cursor or, in descending order, ends before the cursor', () => {
    expect(spanAt([5000, 1000, 'a'])).toEqual({ after: [5000, 1000, 'a'], before: [9000, 0, ''] });
    const descending = { ...QUERY, order: 'desc' } as const;
    expect(spanAt([8999, 1000, 'a'], descending)).toEqual({
      after: [5000, 0, ''],
      before: [8999, 1000, 'a'],
    });
  });

  it.each(['asc', 'desc'] as const)(
    'cannot start at a cursor that lies outside `from` and `to`, in the order %s',
    (order) => {
      for (const exitTime of [-1, 0, 4999, 9000, 20_000])
        expect(() => spanAt([exitTime, 1000, 'a'], { ...QUERY, order })).toThrow(Problem);
    },
  );
});
