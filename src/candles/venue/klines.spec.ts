import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { itWith } from '../../../test/support/with-recordings.js';
import { realData } from '../../../test/support/real-data.js';
import { toCandles } from '../../../test/support/candles.js';
import { parseKlines } from './klines.js';
import { VenueFailure } from './venue-failure.js';
import { parseResponse } from './venue-response.js';

const MINUTE = 60_000;
const T = Date.UTC(2024, 0, 10);
const span = { start: T, end: T + 20 * MINUTE };

type Row = readonly unknown[];

/** Returns a row that opens `index` minutes after T. */
const aRow = (index: number, fields: Readonly<Record<number, unknown>> = {}): Row =>
  Object.assign(
    [T + index * MINUTE, '10.0', '12.5', '9.5', '11', '3', T + (index + 1) * MINUTE - 1, '30', 7, '1', '10', '0'],
    fields,
  ); // prettier-ignore

const pageOf = (rows: readonly unknown[], date = NaN) => parseKlines(rows, '1m', span, date);

/** Returns a span in minutes after T. */
const cells = (start: number, end: number) => ({ start: T + start * MINUTE, end: T + end * MINUTE });

describe('parseKlines', () => {
  it('builds bars from rows', () => {
    const { bars, unclear, droppedRows } = pageOf([aRow(0), aRow(3)]);
    const bar = { open: 10, high: 12.5, low: 9.5, close: 11, volume: 3 };
    expect(toCandles(bars)).toEqual([
      { ts: T, ...bar },
      { ts: T + 3 * MINUTE, ...bar },
    ]);
    expect([unclear, droppedRows]).toEqual([[], 0]);
  });

  const ofCell: [name: string, row: unknown][] = [
    ['eleven fields', aRow(1).slice(0, 11)],
    ['thirteen fields', [...aRow(1), '0']],
    ['a low above the open', aRow(1, { 3: '10.1' })],
    ['a low above the close', aRow(1, { 1: '12', 3: '11.5' })],
    ['a high below the close', aRow(1, { 2: '10.9' })],
    ['a high below the open', aRow(1, { 1: '12.6' })],
    ['NaN', aRow(1, { 4: 'NaN' })],
    ['Infinity', aRow(1, { 2: 'Infinity' })],
    ['a price that overflows', aRow(1, { 2: `1${'0'.repeat(400)}` })],
    ['a price above 1e12', aRow(1, { 2: '1000000000001' })],
    ['a price below 1e-12', aRow(1, { 3: '0.0000000000001' })],
    ['an empty text', aRow(1, { 1: '' })],
    ['a number instead of text', aRow(1, { 1: 10 })],
    ['a price of zero', aRow(1, { 1: '0', 3: '0' })],
    ['a negative volume', aRow(1, { 5: '-1' })],
    ['a volume above 1e18', aRow(1, { 5: '1000000000000000001000' })],
    ['a time off the grid', aRow(1, { 0: T + MINUTE + 17_000 })],
  ];
  for (const [name, row] of ofCell) {
    it(`drops a row with ${name}, and leaves the cell of the row unclear`, () => {
      const { bars, unclear, droppedRows } = pageOf([aRow(0), row, aRow(2), aRow(4)]);
      expect([...bars.ts]).toEqual([T, T + 2 * MINUTE, T + 4 * MINUTE]);
      expect([unclear, droppedRows]).toEqual([[cells(1, 2)], 1]);
    });
  }

  const withoutTime: [name: string, row: unknown][] = [
    ['null', null],
    ['an object', {}],
    ['an empty row', []],
    ['a time as text', aRow(1, { 0: String(T + MINUTE) })],
    ['a time with a fraction', aRow(1, { 0: T + MINUTE + 0.5 })],
  ];
  for (const [name, row] of withoutTime) {
    it(`drops ${name}, and leaves the cells around it unclear`, () => {
      expect(pageOf([aRow(0), row, aRow(5), aRow(7)])).toMatchObject({
        unclear: [cells(1, 5)],
        droppedRows: 1,
      });
      expect(pageOf([row, aRow(2)])).toMatchObject({ unclear: [cells(0, 2)] });
      expect(pageOf([aRow(2), row])).toMatchObject({ unclear: [cells(3, 20)] });
    });
  }

  const foreign: [name: string, row: unknown][] = [
    ['before the span', aRow(-1)],
    ['at the end of the span', aRow(20)],
    ['repeated', aRow(0)],
  ];
  for (const [name, row] of foreign) {
    it(`drops a row that is ${name}, and leaves nothing unclear`, () => {
      const { bars, unclear, droppedRows } = pageOf([aRow(0), row, aRow(2)]);
      expect([...bars.ts]).toEqual([T, T + 2 * MINUTE]);
      expect([unclear, droppedRows]).toEqual([[], 1]);
    });
  }

  it('keeps a bar if a later row lies within the minute of this bar, and does not report the bar as unclear', () => {
    const { bars, unclear } = pageOf([aRow(0), aRow(1), aRow(1, { 0: T + MINUTE + 5 })]);
    expect([bars.count, unclear]).toEqual([2, []]);
  });

  it('leaves out bars that were still open 2 s before the response was sent, and does not count them as dropped rows', () => {
    const sent = (ms: number) => {
      const { bars, droppedRows } = pageOf([aRow(0), aRow(1)], T + 2 * MINUTE + ms);
      return [bars.count, droppedRows];
    };
    expect([sent(-1), sent(1_999), sent(2_000)]).toEqual([[1, 0], [1, 0], [2, 0]]); // prettier-ignore
  });

  it('accepts an empty list and a list with only open bars', () => {
    expect(pageOf([])).toMatchObject({ bars: { count: 0 }, unclear: [], droppedRows: 0 });
    expect(pageOf([aRow(3)], T + 3 * MINUTE)).toMatchObject({
      bars: { count: 0 },
      unclear: [],
      droppedRows: 0,
    });
  });

  const unclear: [name: string, ...rows: unknown[]][] = [
    ['a single malformed row', aRow(0).slice(1)],
    ['rows off the grid', aRow(0, { 0: T + 1 }), aRow(1, { 0: T + MINUTE + 1 })],
    ['rows outside the span', aRow(20), aRow(21)],
  ];
  for (const [name, ...rows] of unclear) {
    it(`leaves the whole span unclear if the response contains only ${name}`, () => {
      expect(pageOf(rows)).toMatchObject({ bars: { count: 0 }, unclear: [span], droppedRows: rows.length });
    });
  }

  const unusable: [name: string, answer: unknown, date?: number][] = [
    ['an object', { code: 0 }],
    ['rows in the wrong order', [aRow(3), aRow(2)]],
    ['a row that opens after the response was sent', [aRow(0), aRow(9)], T + 7 * MINUTE],
  ];
  for (const [name, answer, date = NaN] of unusable) {
    it(`refuses ${name}`, () => {
      expect(() => parseKlines(answer, '1m', span, date)).toThrow(VenueFailure);
    });
  }
});

describe('bodies that were recorded from the venue', () => {
  const directory = realData('venue', 'bodies of the venue as they were recorded');
  const body = (path: string): unknown => JSON.parse(readFileSync(join(directory!, path), 'utf8'));
  const spanOf = (rows: readonly Row[]) => ({
    start: Number(rows[0]![0]),
    end: Number(rows.at(-1)![0]) + MINUTE,
  });

  for (const path of ['spot_market_klines.json', 'futures_market_continuous_klines.json']) {
    itWith(directory)(`are parsed: ${path}`, () => {
      const rows = body(path) as Row[];
      const { bars, droppedRows } = parseKlines(rows, '1m', spanOf(rows), NaN);
      expect([bars.count, droppedRows]).toEqual([rows.length, 0]);
      expect(toCandles(bars)).toEqual(
        rows.map(([ts, ...texts]) => {
          const [open, high, low, close, volume] = texts.slice(0, 5).map(Number);
          return { ts, open, high, low, close, volume };
        }),
      );
    });
  }

  itWith(directory)('are parsed: answers and errors of the futures host', () => {
    const recorded = body('recorded_bodies.json') as Record<string, { status?: number; body: unknown }>;
    expect(Object.keys(recorded)).not.toEqual([]);
    for (const [request, { status, body }] of Object.entries(recorded)) {
      const answer = () =>
        parseResponse({ status: status ?? 429, retryAfter: null, date: NaN, text: JSON.stringify(body) }, T);
      if (status === 200) {
        const rows = answer() as Row[];
        const isPrice = !request.includes('indexPrice');
        expect(parseKlines(rows, '1m', spanOf(rows), NaN).bars.count).toBe(rows.length);
        // The last row of a live response is still open when it is sent.
        const openUntil = Number(rows.at(-1)![6]);
        if (isPrice)
          expect(parseKlines(rows, '1m', spanOf(rows), openUntil).bars.count).toBe(rows.length - 1);
        continue;
      }
      const { code } = body as { code: number };
      const kind = code === -1121 ? 'unknown-symbol' : code === -1003 ? 'rate-limited' : 'error';
      expect(answer).toThrow(expect.objectContaining({ kind }));
    }
  });
});
