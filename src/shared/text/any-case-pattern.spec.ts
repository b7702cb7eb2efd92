import fc from 'fast-check';
import { anyCasePattern } from './any-case-pattern.js';

const finds = (text: string, search: string) => new RegExp(anyCasePattern(search), 'u').test(text);

describe('anyCasePattern', () => {
  it.each([
    ['London open', 'LONDON'],
    ['LONDON OPEN', 'don o'],
    ['Größe', 'GRÖ'],
    ['ЛОНДОН', 'лондон'],
    ['ΣΟΦΟΣ', 'σοφος'],
    ['50 % (x_1) [a] \\ ^$ .*+? {2} |', '% (X_1) [A] \\ ^$ .*+? {2} |'],
    ['ß', 'ß'],
    ['ẞ', 'ß'],
    ['σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['σίσυφοσ', 'σίσυφος'],
    ['Kaiſer', 'KAISER'],
    ['Kaiſer', 'kaiser'],
    ['30 \u212A', '30 k'], // The Kelvin sign
    ['\u212B', 'å'],
    ['Dž', 'dž'],
    ['𐐀', '𐐨'],
    ['😀 a', '😀 A'],
  ])('matches the text %j if the searched text is %j', (text, search) => {
    expect(finds(text, search)).toBe(true);
  });

  it.each([
    ['abc', 'a.c'],
    ['abc', '%'],
    ['abc', '_'],
    ['abc', '[abc]'],
    ['e', 'é'],
  ])('does not match the text %j if the searched text is %j', (text, search) => {
    expect(finds(text, search)).toBe(false);
  });

  it('matches two cases of a letter in both directions or in neither direction', () => {
    for (const [one, other] of ['σς', 'sſ', 'iı', 'kK', 'µμ', 'θϑ', 'ßẞ', 'eé', 'xy'].map((two) => [...two]))
      expect([one, other, finds(one!, other!)]).toEqual([one, other, finds(other!, one!)]);
  });

  it('matches the upper and lower case of every character, in both directions', () => {
    const missed: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      for (const other of [character.toUpperCase(), character.toLowerCase()])
        if (other !== character && [...other].length === 1)
          if (!finds(character, other) || !finds(other, character)) missed.push(character);
    }
    expect(missed).toEqual([]);
  });

  it('matches any text that contains the searched text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.string(), (search, around) => {
        expect(finds(around + search + around, search)).toBe(true);
      }),
    );
  });
});
