import fc from 'fast-check';
import { compactJson } from './compact-json.js';

const LARGE = { bytes: 1e6, levels: 100 };

const textOf = (json: string) => {
  const compact = compactJson(json, LARGE);
  return typeof compact === 'string' ? compact : compact.text;
};

describe('compactJson', () => {
  it.each([
    ['{ "a" :\t[ 1 ,\r\n true ] }', '{"a":[1,true]}'],
    ['{"a b": " c\td "}', '{"a b":" c\td "}'],
    [String.raw`{"\u0041\/\u00e9\ud83d\ude00": "\u2028"}`, '{"A/é😀":"\u2028"}'],
    [
      String.raw`["\u0000","\ud800","\"","\\","\n","\u001f"]`,
      String.raw`["\u0000","\ud800","\"","\\","\n","\u001f"]`,
    ],
    [
      '{"a":1e400,"b":12345678901234567890,"c":-0,"d":1.0,"a":2}',
      '{"a":1e400,"b":12345678901234567890,"c":-0,"d":1.0,"a":2}',
    ],
    ['  7  ', '7'],
    ['', ''],
    // A text that is not JSON is rejected by the parser, so the result of compactJson does not matter.
    ['"unfinished \\', '"unfinished \\'],
    [String.raw`"\x"`, String.raw`"\x"`],
  ])('converts %s to %s', (json, compact) => {
    expect(textOf(json)).toBe(compact);
  });

  it('returns the text of JSON.stringify, however the input is written', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(0, 2, '\t'), (value, space) => {
        const escaped = JSON.stringify(value, null, space).replaceAll(
          /[\u0080-\uffff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        expect(textOf(JSON.stringify(value, null, space))).toBe(JSON.stringify(value));
        expect(textOf(escaped)).toBe(JSON.stringify(value));
      }),
    );
  });

  it('counts the commas of the outermost object', () => {
    expect(compactJson('{"a":{"b":1,"c":[1,2]},"d":"x,y"}', LARGE)).toMatchObject({ outerCommas: 1 });
  });

  it.each(['é'.repeat(5), 'x'.repeat(10), '\\u00e9'.repeat(5)])(
    'measures the size in bytes of UTF-8: %s',
    (text) => {
      const json = `  ["${text}"]  `;
      expect(compactJson(json, { bytes: 14, levels: 1 })).toHaveProperty('text');
      expect(compactJson(json, { bytes: 13, levels: 1 })).toBe('too large');
    },
  );

  it('counts levels of nesting, but not brackets within strings', () => {
    expect(compactJson('[{},[{}]]', { bytes: 100, levels: 3 })).toHaveProperty('text');
    expect(compactJson('[{},[{}]]', { bytes: 100, levels: 2 })).toBe('too deep');
    expect(compactJson('["[[[["]', { bytes: 100, levels: 1 })).toHaveProperty('text');
  });
});
