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
    ['😀 a', '😀 A'],
  ])('finds in %j the text %j', (text, search) => {
    expect(finds(text, search)).toBe(true);
  });

  it.each([
    ['abc', 'a.c'],
    ['abc', '%'],
    ['abc', '_'],
    ['abc', '[abc]'],
    ['e', 'é'],
  ])('does not find in %j the text %j', (text, search) => {
    expect(finds(text, search)).toBe(false);
  });

  it('finds every text in itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.string(), (search, around) => {
        expect(finds(around + search + around, search)).toBe(true);
      }),
    );
  });
});
