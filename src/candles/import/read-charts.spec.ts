import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { toCandles } from '../../../test/support/candles.js';
import { zip } from '../../../test/support/zip.js';
import { type ReadOptions, readCandleFile } from './read-candle-file.js';

const T = Date.UTC(2023, 7, 1);
const MINUTE = 60_000;
const NOW = Date.UTC(2026, 0, 1);

let directory: string;
beforeAll(() => (directory = mkdtempSync(join(tmpdir(), 'chart-files-'))));
afterAll(() => rmSync(directory, { recursive: true }));

let files = 0;
async function read(content: string | Buffer, options: Partial<ReadOptions> = {}) {
  const path = join(directory, `${(files += 1)}.txt`);
  writeFileSync(path, content);
  const { bars, leftOutUnclosed } = await readCandleFile(path, { interval: '1m', now: NOW, ...options });
  return { candles: toCandles(bars), leftOutUnclosed };
}

/** Returns the message after the name of the file, or `not refused`. */
const refusal = (content: string | Buffer, options: Partial<ReadOptions> = {}): Promise<string> =>
  read(content, options).then(
    () => 'not refused',
    (error: Error) => error.message.replace(/^.*?\.txt(?:, |: )/, ''),
  );

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`;
const candle = (minute: number, volume: number) => ({
  ts: T + minute * MINUTE,
  open: 4.255,
  high: 4.256,
  low: 4.252,
  close: 4.253,
  volume,
});

describe('the JSON of freqtrade', () => {
  const row = (minute: number) => [T + minute * MINUTE, 4.255, 4.256, 4.252, 4.253, 25_259.1];
  const expected = [0, 1, 3].map((minute) => candle(minute, 25_259.1));
  const compact = JSON.stringify([0, 1, 3].map(row));

  it.each<[string, string | Buffer]>([
    ['compact', compact],
    ['with white space', JSON.stringify([0, 1, 3].map(row), null, 2)],
    ['with blanks around every token', ` ${compact.replaceAll(/[[\],]/g, ' $& ')}\n`],
    ['with a byte order mark', `\ufeff${compact}`],
    ['with exponents', compact.replaceAll('25259.1', '2.52591e+4').replaceAll('4.255', '4255e-3')],
    ['in gzip', gzipSync(compact)],
    ['in a zip', zip({ name: 'BTC_USDT-1m.json', text: compact }, { name: 'README.md', text: '[' })],
    [
      'in a zip beside csv',
      zip(
        { name: '1.json', text: JSON.stringify([row(0), row(1)]) },
        { name: '2.csv', text: lines(row(3).join(',')) },
      ),
    ],
  ])('is read %s', async (_, content) => {
    expect((await read(content)).candles).toEqual(expected);
  });

  it('is read without the bars that are still open', async () => {
    const { candles, leftOutUnclosed } = await read(compact, { now: T + 2 * MINUTE + 2_000 });
    expect([candles.length, leftOutUnclosed]).toEqual([2, 1]);
  });

  it('is read in chunks of any length', async () => {
    const whole = JSON.stringify(Array.from({ length: 3_000 }, (_, minute) => row(minute)));
    expect(whole.length).toBeGreaterThan(2 * 65_536);
    expect((await read(whole)).candles).toHaveLength(3_000);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(' ', '\n', '\t'), { maxLength: 70_000 }), async (blanks) => {
        const text = compact.replace('],[', `]${blanks.join('').slice(0, 4_000)},[`);
        expect((await read(text)).candles).toEqual(expected);
      }),
      { numRuns: 5 },
    );
  });

  it.each([
    ['[]', 'holds no candle'],
    [' [ ] ', 'holds no candle'],
    ['[', 'row 1: is not a row of candles: [ms, open, high, low, close, volume]'],
    ['[[', 'row 1: is not a row of candles: [ms, open, high, low, close, volume]'],
    ['[1]', 'row 1: is not a row of candles: [ms, open, high, low, close, volume]'],
    ['[[1', 'row 1: is not a row of candles: [ms, open, high, low, close, volume]'],
    ['[{"date":1}]', 'row 1: is not a row of candles: [ms, open, high, low, close, volume]'],
    ['[[[1,2,3,4,5,6]]]', 'row 1: is not a row of candles: [ms, open, high, low, close, volume]'],
    [`[${JSON.stringify(row(0))}`, 'is cut short after row 1'],
    [`[${JSON.stringify(row(0))},`, 'row 2: is not a row of candles: [ms, open, high, low, close, volume]'],
    [
      `[${JSON.stringify(row(0))}${JSON.stringify(row(1))}]`,
      'row 2: is not a row of candles: [ms, open, high, low, close, volume]',
    ],
    [`${compact}]`, 'row 4: is not a row of candles: [ms, open, high, low, close, volume]'],
    [`${compact}x`, 'row 4: is not a row of candles: [ms, open, high, low, close, volume]'],
    [`[[${T},1,1,1,1]]`, 'row 1: 6 fields expected, 5 found'],
    [`[[${T},1,1,1,1,1,1]]`, 'row 1: 6 fields expected, 7 found'],
    [`[["${T}",1,1,1,1,1]]`, `row 1: its time "\\"${T}\\"" is not a whole number of ms or µs`],
    [`[[${T},null,1,1,1,1]]`, 'row 1: its open "null" is not a plain decimal number'],
    [`[[${T},-1,1,1,1,1]]`, 'row 1: its open "-1" is not a plain decimal number'],
    [`[[${T},1,1,1,1,NaN]]`, 'row 1: its volume "NaN" is not a plain decimal number'],
    [`[[${T},1e400,1,1,1,1]]`, 'row 1: its open Infinity is not between 1e-12 and 1000000000000'],
    [`[[${T},1,2,3,1,1]]`, 'row 1: its low 3 is above its high 2'],
    [
      `[[${T / 1000},1,1,1,1,1]]`,
      `row 1: its time ${T / 1000} (1970-01-20T13:40:48.000Z) is not the start of a 1m bar`,
    ],
    [
      JSON.stringify([row(0), row(2), row(1)]),
      `row 3: its time ${T + MINUTE} is earlier than the one before, but the rows above ascend; rows must have one order`,
    ],
    [JSON.stringify([row(1), row(1)]), `row 2: its time ${T + MINUTE} is a duplicate`],
    [`[[${' '.repeat(5_000)}`, 'row 1: is longer than 4096 bytes'],
    [`[[${' '.repeat(5_000)}]]`, 'row 1: is longer than 4096 bytes'],
    ['['.repeat(100_000), 'row 1: is longer than 4096 bytes'],
    [`[${'[1],'.repeat(10)}`, 'row 1: 6 fields expected, 1 found'],
  ])('is refused: %.60s', async (text, message) => {
    expect(await refusal(text)).toBe(message);
  });

  it('is refused in a zip, and the error names the entry', async () => {
    expect(await refusal(zip({ name: 'a.json', text: '[[1]]' }))).toBe(
      'entry a.json, row 1: 6 fields expected, 1 found',
    );
  });

  it('is refused if its rows are of another interval', async () => {
    const rows = Array.from({ length: 10 }, (_, i) => row(5 * i));
    expect(await refusal(JSON.stringify(rows))).toBe('its rows are 5m apart, so they are not 1m candles');
  });
});

describe('the chart export of TradingView', () => {
  const HEADER = 'time,open,high,low,close,VWAP,Upper Band,Volume,Volume MA';
  const FIGURES = '4.255,4.256,4.252,4.253,4.25,NaN,25259.1,3';
  const seconds = (minute: number) => `${T / 1000 + minute * 60}`;
  const iso = (minute: number) => new Date(T + minute * MINUTE).toISOString().replace('.000', '');
  const berlin = (minute: number) =>
    new Date(T + minute * MINUTE + 2 * 3_600_000).toISOString().replace('.000Z', '+02:00');
  const all = [0, 1, 3];

  it.each<[string, (minute: number) => string]>([
    ['seconds', seconds],
    ['milliseconds', (minute) => `${T + minute * MINUTE}`],
    ['microseconds', (minute) => `${T + minute * MINUTE}000`],
    ['ISO times', iso],
    ['ISO times with an offset', berlin],
    ['ISO times with a short offset', (minute) => berlin(minute).replace('+02:00', '+0200')],
    ['ISO times without seconds', (minute) => iso(minute).replace(':00Z', 'Z')],
  ])('is read with %s', async (_, time) => {
    const text = lines(HEADER, ...all.map((minute) => `${time(minute)},${FIGURES}`));
    expect((await read(text)).candles).toEqual(all.map((minute) => candle(minute, 25_259.1)));
  });

  it('is read if its times are dates, as in the export of a daily chart', async () => {
    const text = lines('time,open,high,low,close', '2023-08-01,1,1,1,1', '2023-08-02,1,1,1,1');
    const { candles } = await read(text, { interval: '1d' });
    expect(candles.map(({ ts, volume }) => [ts, volume])).toEqual([
      [T, 0],
      [T + 86_400_000, 0],
    ]);
  });

  it.each([
    ['no volume', 'time,open,high,low,close', '4.255,4.256,4.252,4.253', 0],
    ['the volume sixth', 'time,open,high,low,close,Volume', '4.255,4.256,4.252,4.253,7', 7],
    ['an empty volume', 'time,open,high,low,close,Volume', '4.255,4.256,4.252,4.253,', 0],
    ['NaN as volume', 'time,open,high,low,close,Volume', '4.255,4.256,4.252,4.253,NaN', 0],
    [
      'twelve columns',
      `time,open,high,low,close${',x'.repeat(7)}`,
      '4.255,4.256,4.252,4.253,1,2,3,4,5,6,7',
      0,
    ],
    [
      '200 columns',
      `time,open,high,low,close${',A long name of a plot'.repeat(195)}`,
      `4.255,4.256,4.252,4.253${',12345.678901234'.repeat(195)}`,
      0,
    ],
    ['exponents', 'time,open,high,low,close,Volume', '4255e-3,4.256,4.252,4.253,1e3', 1000],
  ])('is read with %s', async (_, header, figures, volume) => {
    expect((await read(lines(header, `${seconds(0)},${figures}`))).candles).toEqual([candle(0, volume)]);
  });

  it('is read without the future rows that an indicator adds', async () => {
    const empty = ',NaN,NaN,NaN,NaN,4.2,4.3,NaN,NaN';
    const text = lines(
      HEADER,
      `${seconds(0)},${FIGURES}`,
      `${seconds(1)},${FIGURES}`,
      `${seconds(2)}${empty}`,
    );
    const { candles, leftOutUnclosed } = await read(text, { now: T + 90_000 });
    expect([candles.length, leftOutUnclosed]).toEqual([1, 1]);
    expect(await refusal(text)).toBe('line 4: its open "NaN" is not a plain decimal number');
    expect(await refusal(lines(HEADER, `${seconds(2)}${empty}`), { now: T })).toBe('holds no candle');
  });

  it.each([
    ['2023-02-30', 'a day that does not exist'],
    ['2023-13-01', 'a month that does not exist'],
    ['2023-08-01T25:00:00Z', 'an hour that does not exist'],
    ['1.8.23', 'another date'],
    ['-1', 'a negative number'],
    ['', 'no time'],
    ['NaN', 'NaN'],
    ['9'.repeat(18), 'too many digits'],
  ])('is refused with the time "%s": %s', async (time) => {
    expect(await refusal(lines(HEADER, `${time},${FIGURES}`))).toBe(
      `line 2: its time ${JSON.stringify(time)} is not seconds, ms or µs since 1970, or a time such as 2023-08-01T00:00:00Z`,
    );
  });

  it.each([
    [lines(HEADER), 'holds no candle'],
    [
      lines('time,close', '1,1'),
      'line 1: is neither a row nor a header of candles. Columns found: "time", "close"; missing: open (or o, openprice); high (or h, highprice); low (or l, lowprice)',
    ],
    [
      lines(HEADER, `2023-08-01T00:00:00,${FIGURES}`),
      'line 2: its time "2023-08-01T00:00:00" has no offset; timezone is required (such as Europe/Berlin)',
    ],
    [
      lines(HEADER, `2023-08-01 00:00,${FIGURES}`),
      'line 2: its time "2023-08-01 00:00" has no offset; timezone is required (such as Europe/Berlin)',
    ],
    [
      lines(HEADER, `1.8.2023,${FIGURES}`),
      'line 2: its time "1.8.2023" does not begin with the year; dateOrder is required (dmy or mdy)',
    ],
    [lines(HEADER, `${seconds(0)},1`), 'line 2: 9 fields expected, 2 found'],
    [
      lines(HEADER, `${seconds(0)}1,${FIGURES}`),
      /^line 2: its time \d+ \(\S+Z\) is not the start of a 1m bar$/,
    ],
    [
      lines('time,open,high,low,close', `${seconds(0)},NaN,1,1,1`),
      'line 2: its open "NaN" is not a plain decimal number',
    ],
    [lines('time,open,high,low,close', `${seconds(0)},1,2,3,1`), 'line 2: its low 3 is above its high 2'],
    [
      lines(
        'time,open,high,low,close',
        `${seconds(0)},1,1,1,1`,
        `${seconds(2)},1,1,1,1`,
        `${seconds(1)},1,1,1,1`,
      ),
      /^line 4: its time \d+ is earlier than the one before, but the rows above ascend; rows must have one order$/,
    ],
    [`time,open,high,low,close,${'x'.repeat(33_000)}\n`, 'line 1: is longer than 32768 bytes'],
  ])('is refused: %.60s', async (text, message) => {
    expect(await refusal(text)).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
  });
});
