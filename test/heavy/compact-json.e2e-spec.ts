import { compactJson } from '../../src/sessions/client-state/compact-json.js';
import { timesAsLong } from '../support/times-as-long.js';

describe('compactJson', () => {
  it.each([
    ['white space', ' '],
    ['quotes', '"'],
    ['quotes that are not closed', '\\"', '"'],
    ['short strings', '"\\u0041",'],
    ['brackets', '[]'],
  ])('takes time proportional to the length of a text of %s', (_, unit, start = '') => {
    const compact = (bytes: number) => {
      const json = start + unit.repeat(bytes / unit.length);
      return () => compactJson(json, { bytes: 8_000_000, levels: 8_000_000 });
    };
    expect(timesAsLong(compact(800_000), compact(100_000))).toBeLessThan(32);
  });
});
