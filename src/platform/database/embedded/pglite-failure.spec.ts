import { pgliteFailure } from './pglite-failure.js';

describe('pgliteFailure', () => {
  it.each<[string, unknown, string]>([
    ['a full disk', { name: 'ErrnoError', errno: 51 }, 'its disk has no space or no inodes left'],
    ['a read-only file system', { name: 'ErrnoError', errno: 69 }, 'its file system is read-only'],
    [
      'another error of the file system',
      { name: 'ErrnoError', errno: 44 },
      'the file system reported error 44',
    ],
    ['an error', new Error('could not write'), 'could not write'],
    ['a text', 'aborted', 'aborted'],
    ['an error without a message', new Error(''), 'PGlite gave no reason'],
    ['an object', {}, 'PGlite gave no reason'],
    ['nothing', undefined, 'PGlite gave no reason'],
  ])('returns a sentence for %s', (_, reason, expected) => {
    expect(pgliteFailure(reason)).toBe(expected);
  });
});
