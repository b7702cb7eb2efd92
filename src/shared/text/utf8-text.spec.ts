import { utf8Text } from './utf8-text.js';

describe('utf8Text', () => {
  it('returns the text without a byte order mark', () => {
    expect(utf8Text(Buffer.from('\ufeffcafé 😀 \ufeff'))).toBe('café 😀 \ufeff');
    expect(utf8Text(Buffer.alloc(0))).toBe('');
  });

  it.each([
    ['Latin-1', Buffer.from('café', 'latin1')],
    ['an incomplete character', Buffer.from('😀').subarray(0, 3)],
    ['half of a surrogate pair', Buffer.from('eda080', 'hex')],
    ['a byte that never occurs in UTF-8', Buffer.from('ff', 'hex')],
  ])('refuses %s, and reads the next text correctly', (_, bytes) => {
    expect(() => utf8Text(bytes)).toThrow(/not valid for encoding utf-8/);
    expect(utf8Text(Buffer.from('é'))).toBe('é');
  });
});
