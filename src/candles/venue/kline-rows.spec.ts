import { readFileSync } from 'node:fs';
import { realData } from '../../../test/support/real-data.js';
import { toCandles } from '../bar-columns.js';
import { klinePage } from './kline-rows.js';
import { venueAnswer } from './venue-answer.js';
import { VenueFailure } from './venue-failure.js';

const MINUTE = 60_000;
const T = Date.UTC(2024, 0, 10);
const span = { start: T, end: T + 20 * MINUTE };

type Row = readonly unknown[];

/** The row that opens so many minutes after T. */
const aRow = (index: number, fields: Readonly<Record<number, unknown>> = {}): Row =>
  Object.assign(
    [T + index * MINUTE, '10.0', '12.5', '9.5', '11', '3', T + (index + 1) * MINUTE - 1, '30', 7, '1', '10', '0'],
    fields,
  ); // prettier-ignore

const pageOf = (rows: readonly unknown[], sentAt = NaN) => klinePage(rows, '1m', span, sentAt);

describe('rows of the venue', () => {
  it('become bars', () => {
    const { bars, dropped } = pageOf([aRow(0), aRow(3)]);
    const bar = { open: 10, high: 12.5, low: 9.5, close: 11, volume: 3 };
    expect(toCandles(bars)).toEqual([
      { ts: T, ...bar },
      { ts: T + 3 * MINUTE, ...bar },
    ]);
    expect(dropped).toBe(0);
  });

  const bad: [name: string, row: unknown][] = [
    ['no row', null],
    ['an object', {}],
    ['eleven fields', aRow(1).slice(0, 11)],
    ['thirteen fields', [...aRow(1), '0']],
    ['a low above the open', aRow(1, { 3: '10.1' })],
    ['a low above the close', aRow(1, { 1: '12', 3: '11.5' })],
    ['a high below the close', aRow(1, { 2: '10.9' })],
    ['a high below the open', aRow(1, { 1: '12.6' })],
    ['NaN', aRow(1, { 4: 'NaN' })],
    ['Infinity', aRow(1, { 2: 'Infinity' })],
    ['a price beyond all numbers', aRow(1, { 2: `1${'0'.repeat(400)}` })],
    ['an empty text', aRow(1, { 1: '' })],
    ['a number where text belongs', aRow(1, { 1: 10 })],
    ['a price of zero', aRow(1, { 1: '0', 3: '0' })],
    ['a negative volume', aRow(1, { 5: '-1' })],
    ['a time as text', aRow(1, { 0: String(T + MINUTE) })],
    ['a time off the grid', aRow(1, { 0: T + MINUTE + 17_000 })],
    ['a time before the span', aRow(-1)],
    ['a time at the end of the span', aRow(20)],
    ['the time of the row before', aRow(0)],
  ];
  for (const [name, row] of bad) {
    it(`are dropped and counted: ${name}`, () => {
      const { bars, dropped } = pageOf([aRow(0), row, aRow(2)]);
      expect([toCandles(bars).map(({ ts }) => ts), dropped]).toEqual([[T, T + 2 * MINUTE], 1]);
    });
  }

  it('that had not closed 2 s before they were sent are no bars yet, and not bad', () => {
    const sent = (ms: number) => {
      const { bars, dropped } = pageOf([aRow(0), aRow(1)], T + 2 * MINUTE + ms);
      return [bars.count, dropped];
    };
    expect([sent(-1), sent(1_999), sent(2_000)]).toEqual([[1, 0], [1, 0], [2, 0]]); // prettier-ignore
  });

  const illegible: [name: string, answer: unknown][] = [
    ['no list', { code: 0 }],
    ['a list in the wrong order', [aRow(3), aRow(2)]],
    ['rows of which none can be read', Array.from({ length: 10 }, (_, i) => aRow(i).slice(1))],
  ];
  for (const [name, answer] of illegible) {
    it(`are no answer: ${name}`, () => {
      expect(() => klinePage(answer, '1m', span, NaN)).toThrow(VenueFailure);
    });
  }
});

describe('recorded bodies', () => {
  const body = (path: string): unknown => {
    const file = realData(`venue/${path}`, 'bodies of the venue as they were recorded');
    return file === null ? null : JSON.parse(readFileSync(file, 'utf8'));
  };
  const spanOf = (rows: readonly Row[]) => ({
    start: Number(rows[0]![0]),
    end: Number(rows.at(-1)![0]) + MINUTE,
  });

  for (const path of ['spot_market_klines.json', 'futures_market_continuous_klines.json']) {
    it(`parse: ${path}`, () => {
      const rows = body(path) as Row[] | null;
      if (!rows) return;
      const { bars, dropped } = klinePage(rows, '1m', spanOf(rows), NaN);
      expect([bars.count, dropped]).toEqual([rows.length, 0]);
      expect(toCandles(bars)).toEqual(
        rows.map(([ts, ...texts]) => {
          const [open, high, low, close, volume] = texts.slice(0, 5).map(Number);
          return { ts, open, high, low, close, volume };
        }),
      );
    });
  }

  it('parse: answers and errors of the futures host', () => {
    const recorded = body('recorded_bodies.json') as Record<
      string,
      { status?: number; body: unknown }
    > | null;
    for (const [request, { status, body }] of Object.entries(recorded ?? {})) {
      const answer = () =>
        venueAnswer({ status: status ?? 429, retryAfter: null, sentAt: NaN, text: JSON.stringify(body) }, T);
      if (status === 200) {
        const rows = answer() as Row[];
        const isPrice = !request.includes('indexPrice');
        expect(klinePage(rows, '1m', spanOf(rows), NaN).bars.count).toBe(rows.length);
        // The last row of a live answer is still open when it is sent.
        const openUntil = Number(rows.at(-1)![6]);
        if (isPrice) expect(klinePage(rows, '1m', spanOf(rows), openUntil).bars.count).toBe(rows.length - 1);
        continue;
      }
      const { code } = body as { code: number };
      const kind = code === -1121 ? 'unknown-symbol' : code === -1003 ? 'rate-limited' : 'error';
      expect(answer).toThrow(expect.objectContaining({ kind }));
    }
  });
});
