import { firstLines } from './first-lines.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('the first lines of a file', () => {
  it('are cut to a maximum length', () => {
    const lines = firstLines(bytes(`a,b\r\n\r\n${'1'.repeat(200)}\r\nc\r\nd\r\ne\r\n`));
    expect(lines).toEqual(['a,b', `${'1'.repeat(160)} …`, 'c', 'd']);
  });

  it.each([
    ['an empty file', bytes(''), []],
    ['a file that is not a text', latin('\x89PNG\r\n\x1a\n\0\0\0'), []],
    ['a file with tabs', bytes('A\tB\n'), ['A\tB']],
    ['UTF-16', latin('\xff\xfeA\0,\0B\0'), ['A,B']],
  ])('of %s', (_, start, lines) => {
    expect(firstLines(start)).toEqual(lines);
  });
});
