import fc from 'fast-check';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Candle } from '../store/bar-columns.js';
import { toCandles } from '../../../test/support/candles.js';
import type { Interval } from '../../shared/market/intervals.js';
import { CandleFileError } from './candle-file-error.js';
import { type ReadOptions, readCandleFile } from './read-candle-file.js';
import { itWith } from '../../../test/support/with-recordings.js';
import { realData } from '../../../test/support/real-data.js';
import { zip } from '../../../test/support/zip.js';
import { propertyRuns } from '../../../test/support/property-runs.js';

const T = Date.UTC(2023, 7, 1);
const NOW = Date.UTC(2026, 0, 1);
const HEADER = 'ts,open,high,low,close,volume';
const ARCHIVE_HEADER =
  'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore';

/** Returns the 1m row of a minute in the plain layout. */
const row = (minute: number, figures = '4.255,4.256,4.252,4.253,25259.1') =>
  `${T + minute * 60_000},${figures}`;
const candle = (minute: number): Candle => ({
  ts: T + minute * 60_000,
  open: 4.255,
  high: 4.256,
  low: 4.252,
  close: 4.253,
  volume: 25259.1,
});

/** Returns the 1m row of a minute in the archive's layout. A `unit` of 1000 gives microseconds. */
function archiveRow(minute: number, unit = 1): string {
  const open = (T + minute * 60_000) * unit;
  return `${open},4.255,4.256,4.252,4.253,25259.1,${open + 60_000 * unit - 1},107451.0165,208,5452.3,23199.1103,0`;
}

let directory: string;
beforeAll(() => (directory = mkdtempSync(join(tmpdir(), 'candle-files-'))));
afterAll(() => rmSync(directory, { recursive: true }));

let files = 0;
function aFile(content: string | Buffer, name = 'candles.csv'): string {
  const path = join(directory, `${(files += 1)}-${name}`);
  writeFileSync(path, content);
  return path;
}

const read = (content: string | Buffer, options: Partial<ReadOptions> = {}) =>
  readCandleFile(aFile(content), { interval: '1m', now: NOW, ...options });

const lines = (...all: string[]) => `${all.join('\n')}\n`;

describe('readCandleFile reads', () => {
  const three = [row(0), row(1), row(3)];
  const expected = [candle(0), candle(1), candle(3)];

  const check = async (content: string | Buffer) => {
    const { bars, leftOutUnclosed } = await read(content);
    expect(toCandles(bars)).toEqual(expected);
    expect(leftOutUnclosed).toBe(0);
  };

  it('six columns with and without a header', async () => {
    await check(lines(HEADER, ...three));
    await check(lines('Time,Open,High,Low,Close,Volume', ...three));
    await check(lines(...three));
    await check(three.join('\n'));
  });

  it('twelve columns with times in ms, in µs, and in both', async () => {
    const ms = [archiveRow(0), archiveRow(1), archiveRow(3)];
    const us = [archiveRow(0, 1000), archiveRow(1, 1000), archiveRow(3, 1000)];
    await check(lines(ARCHIVE_HEADER, ...ms));
    await check(lines(...us));
    await check(lines(ms[0]!, us[1]!, us[2]!));
  });

  it('a file with a byte order mark, CRLF, empty lines or quotes', async () => {
    await check(`\uFEFF${HEADER}\r\n${three.join('\r\n')}\r\n`);
    await check(`\uFEFF${three.join('\r\n')}`);
    await check(lines(HEADER, three[0]!, '', three[1]!, three[2]!, '', ''));
    await check(lines(...three.map((line) => `"${line.replaceAll(',', '","')}"`)));
  });

  it('a gzip file of one or several members, whatever its name', async () => {
    await check(gzipSync(lines(HEADER, ...three)));
    await check(Buffer.concat([gzipSync(lines(HEADER, three[0]!)), gzipSync(lines(three[1]!, three[2]!))]));
  });

  it('a zip of one or several csv entries, sorted by the numbers in their names', async () => {
    const of = (name: string, ...rows: string[]) => ({ name, text: lines(HEADER, ...rows) });
    await check(zip(of('a.csv', ...three)));
    await check(zip({ ...of('a.csv', ...three), method: 0 }));
    await check(
      zip(
        of('sub/part-10.csv', three[2]!),
        { name: 'README.md', text: 'nothing here' },
        of('sub/part-9.CSV', three[1]!),
        { name: '__MACOSX/sub/._part-9.csv', text: '\0\0' },
        of('sub/part-1.csv', three[0]!),
      ),
    );
  });

  it('any number of rows in order, across chunk boundaries', async () => {
    const figures = fc.integer({ min: 1, max: 1e9 }).map((value) => String(value / 1e4));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(5000), { minLength: 1, maxLength: 2000 }),
        figures,
        async (at, price) => {
          const ascending = at
            .filter((minute) => minute % 5 !== 4 || at.length < 10)
            .toSorted((a, b) => a - b);
          fc.pre(
            ascending.length > 0 &&
              (ascending.length < 10 || ascending.some((m, i) => m + 1 === ascending[i + 1])),
          );
          const text = lines(
            ...ascending.map((minute) => row(minute, `${price},${price},${price},${price},0`)),
          );
          const { bars } = await read(text);
          expect([...bars.ts]).toEqual(ascending.map((minute) => T + minute * 60_000));
          expect(bars.close.every((close) => close === Number(price))).toBe(true);
        },
      ),
      { numRuns: propertyRuns(30) },
    );
  });

  it('only closed bars, and counts the bars that are still open', async () => {
    const closedIn = async (now: number) => {
      const { bars, leftOutUnclosed } = await read(lines(...three), { now });
      return [bars.count, leftOutUnclosed];
    };
    expect(await closedIn(T + 2 * 60_000 + 1_999)).toEqual([1, 2]);
    expect(await closedIn(T + 2 * 60_000 + 2_000)).toEqual([2, 1]);
    expect(await closedIn(T)).toEqual([0, 3]);
  });

  it('any file, and reports progress up to the size of the file', async () => {
    const seen: [number, number][] = [];
    const onProgress = (bytesRead: number, totalBytes: number) => seen.push([bytesRead, totalBytes]);
    const rows = lines(HEADER, ...Array.from({ length: 5000 }, (_, i) => row(i)));
    for (const content of [Buffer.from(rows), gzipSync(rows), zip({ name: 'a.csv', text: rows })]) {
      seen.length = 0;
      await read(content, { onProgress });
      const total = content[0] === 0x50 ? rows.length : content.length;
      expect(seen.at(-1)).toEqual([total, total]);
      expect(seen.every(([bytes], i) => i === 0 || bytes >= seen[i - 1]![0])).toBe(true);
    }
  });
});

describe('readCandleFile refuses', () => {
  const fails = async (
    content: string | Buffer,
    message: RegExp | string,
    options: Partial<ReadOptions> = {},
  ) => {
    const error: unknown = await read(content, options).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CandleFileError);
    expect((error as Error).message).toMatch(message);
    return error as CandleFileError;
  };
  /** Reads a file whose third row, in line 4, is invalid. */
  const badRow = (bad: string, message: RegExp | string) =>
    fails(
      lines(HEADER, row(0), row(1), bad, row(9)),
      new RegExp(`, line 4: .*${new RegExp(message).source}`),
    );

  it('a malformed or implausible row, and names its line', async () => {
    await badRow(`${T + 120_000},1,2,1`, '6 fields expected, 4 found');
    await badRow(`${row(2)},7`, '6 fields expected, 7 found');
    await badRow(row(2, '4.255,4.256,4.252,4.253,'), 'its volume "" is not a plain decimal number');
    for (const bad of ['NaN', 'Infinity', '-4.255', '+4.255', '4,2', '0x10', '.5', '5.', ' 4.255', '4.2.5']) {
      await badRow(
        row(2, `${JSON.stringify(bad).replaceAll('\\', '')},4.256,4.252,4.253,1`),
        'its open ".*" is not a plain',
      );
    }
    await badRow(
      row(2, `${'9'.repeat(400)},4.256,4.252,4.253,1`),
      'its open "9{60}…" is not a plain decimal number',
    );
    await badRow(row(2, '0,0,0,0,1'), 'its open is 0, prices must be above 0');
    await badRow(
      row(2, '5,2000000000000,4,5,1'),
      'its high 2000000000000 is not between 1e-12 and 1000000000000',
    );
    await badRow(row(2, '5,6,0.0000000000001,5,1'), 'its low 1e-13 is not between 1e-12 and 1000000000000');
    await badRow(row(2, '5,6,4,5,2000000000000000000'), 'its volume 2000000000000000000 is above');
    await badRow(row(2, '5,4,6,5,1'), 'its low 6 is above its high 4');
    await badRow(row(2, '7,6,4,5,1'), 'its open 7 is not between its low 4 and its high 6');
    await badRow(row(2, '5,6,4,3,1'), 'its close 3 is not between its low 4 and its high 6');
    await badRow(row(2, '5,6,4,5,-1'), 'its volume "-1" is not a plain decimal number');
  });

  it('a time that is off the grid, repeated, descending or malformed', async () => {
    await badRow(`${T + 120_001},4,4,4,4,1`, 'is not the start of a 1m bar');
    await badRow(`${(T + 120_000) * 1000 + 1},4,4,4,4,1`, 'is not the start of a 1m bar');
    await badRow(`${(T + 120_000) / 1000},4,4,4,4,1`, 'is not the start of a 1m bar');
    await badRow('2023-08-01,4,4,4,4,1', 'its time "2023-08-01" has no offset; timezone is required');
    await fails(
      lines(row(0), '2023-08-01,4,4,4,4,1'),
      /line 2: .*"2023-08-01" is not a whole number of ms or µs/,
    );
    await badRow(row(1), 'is a duplicate$');
    await badRow(
      row(0),
      'is earlier than the one before, but the rows above ascend; rows must have one order',
    );
    await badRow(HEADER, 'its time "ts" is not seconds, ms or µs since 1970');
    await fails(
      lines(archiveRow(0).replace(String(T + 59_999), 'x')),
      'line 1: its close time "x" is not a time',
    );
  });

  it('a bad row, and names the correct line even if earlier lines end with CRLF or are empty', async () => {
    await fails(`${HEADER}\r\n${row(0)}\r\n\r\n${row(1)}\r\nbad\r\n`, /line 5: 6 fields expected, 1 found/);
  });

  it('a bad row whose bar is not closed yet', async () => {
    await fails(lines(row(0), row(1, '5,4,6,5,1')), 'line 2: its low 6', { now: T });
  });

  it('candles of another interval', async () => {
    const wide = (interval: Interval) => ({ interval });
    const every = (step: number, count: number) =>
      lines(...Array.from({ length: count }, (_, i) => row(i * step)));
    await fails(every(5, 10), /candles\.csv: its rows are 5m apart, so they are not 1m candles/);
    await fails(every(7, 10), /its rows are 7m apart, so they are not 1m candles/);
    await fails(every(1, 10), /line 2: .* is not the start of a 5m bar/, wide('5m'));
    await fails(
      lines(archiveRow(0).replace(String(T + 59_999), String(T + 299_999))),
      /line 1: it closes at .* later/,
    );
    expect((await read(every(5, 9))).bars.count).toBe(9);
  });

  it('a file that does not contain candles', async () => {
    await fails('', /candles\.csv: is empty$/);
    await fails('\n\n', /holds no candle$/);
    await fails(lines(HEADER), /holds no candle$/);
    await fails(
      '<!doctype html>\n<html></html>',
      /line 1: is neither a row nor a header of candles. Columns found: "<!doctype html>"; missing: time \(or date, /,
    );
    await fails(`${T},1,2,3\n`, /line 1: is not a row of candles: 6 or 12 fields expected, 4 found/);
    await fails('a,b,c,d,e,f\n', /line 1: is neither a row nor a header of candles/);
    await fails('ts,open,close,high,low,volume\n', /holds no candle$/);
    await fails(Buffer.alloc(40_000), /line 1: is longer than 32768 bytes/);
    await fails(`${row(0)}\n"${'x'.repeat(1e6)}`, /line 2: is longer than 32768 bytes/);
    await fails(lines(row(0), '"1'), /line 2: .*a quote is never closed/);
    await expect(readCandleFile(join(directory, 'none.csv'), { interval: '1m', now: NOW })).rejects.toThrow(
      /none\.csv: does not exist$/,
    );
    await expect(readCandleFile(directory, { interval: '1m', now: NOW })).rejects.toThrow(/: is not a file$/);
  });

  const month = lines(HEADER, ...Array.from({ length: 2000 }, (_, i) => row(i)));

  it('a damaged, truncated or oversized gzip', async () => {
    const whole = gzipSync(month);
    const damaged = Buffer.from(whole);
    damaged[whole.length - 6]! ^= 1;
    await fails(whole.subarray(0, whole.length >> 1), /is damaged or cut short \(unexpected end of file\)/);
    await fails(whole.subarray(0, 5), /is damaged or cut short/);
    await fails(damaged, /is damaged or cut short/);
    await fails(gzipSync(Buffer.alloc(3e6, '\n')), /holds more than 1000000 bytes of text/, {
      maxBytes: 1e6,
    });
    await fails(gzipSync(''), /holds no candle/);
  });

  it('a zip that is damaged, encrypted, oversized or without csv', async () => {
    const text = month;
    const whole = zip({ name: 'a.csv', text });
    await fails(zip(), /the zip holds no csv or JSON/);
    await fails(zip({ name: 'a.txt', text }), /the zip holds no csv or JSON/);
    await fails(zip({ name: 'a.csv', text: '' }), /entry a\.csv: holds no candle/);
    await fails(zip({ name: 'a.csv', text, encrypted: true }), /entry a\.csv: is encrypted/);
    await fails(
      zip({ name: 'a.csv', text, method: 12 }),
      /entry a\.csv: uses compression method 12, which is not/,
    );
    await fails(
      zip({ name: 'a.csv', text, crc: 1 }),
      /entry a\.csv: is damaged: its checksum does not match/,
    );
    await fails(zip({ name: 'a.csv', text, size: 10 }), /entry a\.csv: cannot be read: too many bytes/);
    await fails(whole.subarray(0, whole.length - 30), /cannot be read: /);
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, 200, 400);
    await fails(damaged, /entry a\.csv: /);
    const bytes = Buffer.byteLength(text);
    await fails(whole, `unpacks to ${bytes} bytes, more than ${bytes - 1}`, { maxBytes: bytes - 1 });
    expect((await read(whole, { maxBytes: bytes })).bars.count).toBe(2000);
    await fails(zip({ name: '../a.csv', text }), /cannot be read: .*relative path/);
  });

  it('a bad row of a zip, and names the entry and the line', async () => {
    const parts = [
      { name: 'b.csv', text: lines(HEADER, row(5), row(5)) },
      { name: 'a.csv', text: lines(HEADER, row(1)) },
    ];
    const error = await fails(
      zip(...parts),
      /candles\.csv, entry b\.csv, line 3: its time \d+ is a duplicate/,
    );
    expect(error.place).toEqual({ file: expect.any(String), entry: 'b.csv', line: 3 });
    await fails(
      zip({ name: 'a.csv', text: lines(row(2)) }, { name: 'b.csv', text: lines(row(1)) }),
      /entry b\.csv, line 1: its time \d+ is not later than the rows of the entries before it/,
    );
  });
});

describe('recorded market data', () => {
  const directory = realData('candles', 'reading candle files as venues publish them');
  const fileOf = (...path: string[]) => join(directory!, ...path);

  itWith(directory)('every spot file has the market and interval of its name', async () => {
    const names = readdirSync(fileOf('venue-spot')).filter((name) => name.endsWith('.csv.gz'));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const interval = name.split('-')[1] as Interval;
      const { bars, leftOutUnclosed } = await readCandleFile(fileOf('venue-spot', name), {
        interval,
        now: NOW,
      });
      expect(bars.count).toBeGreaterThan(700);
      expect(leftOutUnclosed).toBe(0);
    }
  });

  itWith(directory)('a month of the public archive', async () => {
    const { bars } = await readCandleFile(fileOf('public-archive', 'FILUSDT-1m-2023-08.zip'), {
      interval: '1m',
      now: NOW,
    });
    expect(bars.count).toBe(44_640);
    expect(toCandles(bars)[0]).toEqual({
      ts: T,
      open: 4.255,
      high: 4.256,
      low: 4.252,
      close: 4.252,
      volume: 25259.1,
    });
  });

  itWith(directory)('a month of the futures venue', async () => {
    expect(
      (await readCandleFile(fileOf('venue-usdm', 'BTCUSDT-1m-2025.csv.gz'), { interval: '1m', now: NOW }))
        .bars.count,
    ).toBe(43_199);
  });
});
