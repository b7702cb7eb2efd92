import { preconditionOf } from './preconditions.js';

/** Returns which of the revisions 0 to 3 the headers allow a request to replace. */
function allowed(ifMatch?: string, ifNoneMatch?: string): number[] {
  const { mayBeNew, wanted, unwanted } = preconditionOf(ifMatch, ifNoneMatch);
  const others = [1, 2, 3].filter(
    (revision) => (wanted === null || wanted.includes(revision)) && !unwanted.includes(revision),
  );
  return mayBeNew ? [0, ...others] : others;
}

describe('preconditionOf', () => {
  it.each<[ifMatch: string | undefined, ifNoneMatch: string | undefined, revisions: number[]]>([
    [undefined, undefined, [0, 1, 2, 3]],
    ['"2"', undefined, [2]],
    ['W/"2"', undefined, [2]],
    ['"7", W/"1" ,"2"', undefined, [1, 2]],
    ['"0"', undefined, [0]],
    ['*', undefined, [1, 2, 3]],
    ['"1", *', undefined, [1, 2, 3]],
    ['', undefined, []],
    ['2', undefined, []],
    ['"02"', undefined, []],
    ['"99999999999999999999"', undefined, []],
    [undefined, '*', [0]],
    [undefined, '"2"', [0, 1, 3]],
    [undefined, 'W/"0"', [1, 2, 3]],
    [undefined, '', [0, 1, 2, 3]],
    ['"1", "2"', '"2"', [1]],
    ['*', '*', []],
    ['"0"', '*', [0]],
  ])('reads If-Match %s and If-None-Match %s', (ifMatch, ifNoneMatch, revisions) => {
    expect(allowed(ifMatch, ifNoneMatch)).toEqual(revisions);
  });
});
