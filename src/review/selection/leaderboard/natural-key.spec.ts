import { naturalKey } from './natural-key.js';

describe('the key by which names are sorted', () => {
  it('sorts numbers by their values, and letters without regard to their case', () => {
    const names = ['run 10', 'Run 9', 'bitcoin', 'Run 9b', 'Asia 2'];
    const sorted = names.toSorted((a, b) => (naturalKey(a) < naturalKey(b) ? -1 : 1));
    expect(sorted).toEqual(['Asia 2', 'bitcoin', 'Run 9', 'Run 9b', 'run 10']);
  });

  it('fits into a cursor, and contains no half of a character', () => {
    expect(naturalKey('1'.repeat(200))).toHaveLength(200);
    expect(naturalKey(`${'a'.repeat(199)}😀`)).toBe(`${'a'.repeat(199)}\ufffd`);
  });
});
