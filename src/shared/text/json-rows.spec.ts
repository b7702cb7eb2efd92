import * as fc from 'fast-check';
import { jsonWithRows } from './json-rows.js';

/** Checks that the text equals the text of JSON.stringify, and returns the number of parts. */
function check(rows: readonly { time: number; equity: number }[], text = 'x'): number {
  const columns = {
    time: Float64Array.from(rows, ({ time }) => time),
    equity: Float64Array.from(rows, ({ equity }) => equity),
  };
  const head = `{"text":${JSON.stringify(text)},"rows":[`;
  const tail = `],"end":${JSON.stringify(text)}}`;
  const parts = jsonWithRows(head, columns, rows.length, tail);
  expect(Buffer.concat(parts).toString()).toBe(JSON.stringify({ text, rows, end: text }));
  for (const part of parts) expect(part.buffer.byteLength).toBe(part.length);
  return parts.length;
}

describe('jsonWithRows', () => {
  it('writes the same text as JSON.stringify', () => {
    const row = fc.record({
      time: fc.maxSafeInteger(),
      equity: fc.double({ noNaN: true, noDefaultInfinity: true }),
    });
    fc.assert(
      fc.property(fc.array(row), fc.string({ unit: 'grapheme' }), (rows, text) => void check(rows, text)),
    );
  });

  it('writes a short text in one part and a long text in several', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ time: i, equity: -1e-300 / (i + 1) }));
    expect(check([])).toBe(1);
    expect(check(rows(1_000))).toBe(1);
    expect(check(rows(50_000))).toBeGreaterThan(2);
  });

  it('keeps the tail in one part if the tail does not fit into the last part', () => {
    const row = { time: 1, equity: 1 };
    const size = JSON.stringify(row).length + 1;
    for (let spare = 0; spare < 5; spare += 1)
      check(
        Array.from({ length: Math.floor((2 ** 20 - 500) / size) + spare * 5 }, () => row),
        'é'.repeat(200),
      );
  });
});
