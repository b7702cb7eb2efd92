import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { toCandles } from '../../../test/support/candles.js';
import { realData } from '../../../test/support/real-data.js';
import { itWith } from '../../../test/support/with-recordings.js';
import { zip } from '../../../test/support/zip.js';
import { CandleFileError } from './candle-file-error.js';
import { type ReadOptions, readCandleFile } from './read-candle-file.js';

const T = Date.UTC(2023, 1, 1);
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const NOW = Date.UTC(2026, 0, 1);

let directory: string;
beforeAll(() => (directory = mkdtempSync(join(tmpdir(), 'tool-files-'))));
afterAll(() => rmSync(directory, { recursive: true }));

let files = 0;
async function read(content: string | Buffer, options: Partial<ReadOptions> = {}) {
  const path = join(directory, `${(files += 1)}.txt`);
  writeFileSync(path, content);
  const { bars } = await readCandleFile(path, { interval: '1m', symbol: 'BTCUSDT', now: NOW, ...options });
  return toCandles(bars);
}

const refused = (content: string | Buffer, options: Partial<ReadOptions> = {}): Promise<unknown> =>
  read(content, options).then(
    () => 'not refused',
    (error: unknown) => error,
  );

/** Returns the message after the name of the file, or `not refused`. */
async function refusal(content: string | Buffer, options: Partial<ReadOptions> = {}): Promise<string> {
  const error = await refused(content, options);
  return error instanceof CandleFileError ? error.placed : String(error);
}

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`;
const candle = (ts: number, volume: number) => ({ ts, open: 2, high: 4, low: 1, close: 3, volume });
const timesOf = async (content: string, options: Partial<ReadOptions> = {}): Promise<string[]> =>
  (await read(content, options)).map(({ ts }) => new Date(ts).toISOString());

describe('candles of a tool are read', () => {
  const two = [candle(T, 7), candle(T + MINUTE, 8)];
  const twoWithoutVolume = two.map((one) => ({ ...one, volume: 0 }));
  const hours = [candle(T, 7), candle(T + HOUR, 8)];
  const days = [candle(T, 7), candle(T + DAY, 8)];

  it.each<[string, string, typeof two, Partial<ReadOptions>]>([
    [
      'CryptoDataDownload',
      lines(
        'https://www.CryptoDataDownload.com',
        'unix,date,symbol,open,high,low,close,Volume BTC,Volume USDT,tradecount',
        `${T + DAY},2023-02-02,BTC/USDT,2,4,1,3,8,16,5`,
        `${T},2023-02-01,BTC/USDT,2,4,1,3,7,14,5`,
      ),
      days,
      { interval: '1d' },
    ],
    [
      'CryptoDataDownload with seconds and the quote first',
      lines(
        'https://www.CryptoDataDownload.com',
        'date,unix,symbol,high,open,low,close,Volume USD,Volume BTC',
        `2023-02-02 00:00:00,${(T + DAY) / 1000},BTC/USD,4,2,1,3,16,8`,
        `2023-02-01 00:00:00,${T / 1000},BTC/USD,4,2,1,3,14,7`,
      ),
      days,
      { interval: '1d', symbol: 'BTCUSD' },
    ],
    [
      'Dukascopy with UTC',
      lines(
        'Gmt time,Open,High,Low,Close,Volume',
        '01.02.2023 00:00:00.000,2,4,1,3,7',
        '01.02.2023 00:01:00.000,2,4,1,3,8',
      ),
      two,
      { timezone: 'Europe/Berlin' },
    ],
    [
      'Dukascopy with the local time',
      lines(
        'Local time,Open,High,Low,Close,Volume',
        '01.02.2023 02:00:00.000 GMT+0200,2,4,1,3,7',
        '01.02.2023 02:01:00.000 GMT+0200,2,4,1,3,8',
      ),
      two,
      {},
    ],
    [
      'yfinance with days',
      lines(
        'Date,Open,High,Low,Close,Adj Close,Volume',
        '2023-02-01,2.0,4.0,1.0,3.0,2.5,7',
        '2023-02-02,2.0,4.0,1.0,3.0,2.5,8',
      ),
      days,
      { interval: '1d', timezone: 'UTC' },
    ],
    [
      'yfinance with minutes',
      lines(
        'Datetime,Adj Close,Close,High,Low,Open,Volume',
        '2023-01-31 19:00:00-05:00,2.5,3,4,1,2,7',
        '2023-01-31 19:01:00-05:00,2.5,3,4,1,2,8',
      ),
      two,
      {},
    ],
    [
      'yfinance with a header of three rows',
      lines(
        'Price,Close,High,Low,Open,Volume',
        'Ticker,AAPL,AAPL,AAPL,AAPL,AAPL',
        'Datetime,,,,,',
        '2023-02-01 00:00:00+00:00,3,4,1,2,7',
        '2023-02-01 00:01:00+00:00,3,4,1,2,8',
      ),
      two,
      {},
    ],
    [
      'MetaTrader 5',
      lines(
        '<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>',
        '2023.02.01\t02:00:00\t2\t4\t1\t3\t90\t7\t5',
        '2023.02.01\t02:01:00\t2\t4\t1\t3\t91\t8\t5',
      ),
      two,
      { timezone: 'Europe/Kyiv' },
    ],
    [
      'MetaTrader 5 with days',
      lines(
        '<DATE>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>',
        '2023.02.01\t2\t4\t1\t3\t90\t7\t5',
        '2023.02.02\t2\t4\t1\t3\t91\t8\t5',
      ),
      days,
      { interval: '1d', timezone: 'UTC' },
    ],
    [
      'TradingView',
      lines(
        'time,open,high,low,close,Volume,Volume MA',
        `${T / 1000},2,4,1,3,7,9`,
        `${T / 1000 + 60},2,4,1,3,8,9`,
      ),
      two,
      {},
    ],
    [
      'the venue with a header and times in µs',
      lines(
        'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore',
        `${T}000,2,4,1,3,7,${T + MINUTE - 1}999,1,2,3,4,0`,
        `${T + MINUTE}000,2,4,1,3,8,${T + 2 * MINUTE - 1}999,1,2,3,4,0`,
      ),
      two,
      {},
    ],
    [
      'this service',
      lines('ts,open,high,low,close,volume', `${T},2,4,1,3,7`, `${T + MINUTE},2,4,1,3,8`),
      two,
      {},
    ],
    [
      'freqtrade',
      JSON.stringify([
        [T, 2, 4, 1, 3, 7],
        [T + MINUTE, 2, 4, 1, 3, 8],
      ]),
      two,
      {},
    ],
    [
      'a spreadsheet with semicolons, month first and no volume',
      lines('Time;Close;Open;High;Low', '2/1/2023 12:00 AM;3;2;4;1', '2/1/2023 12:01 AM;3;2;4;1'),
      twoWithoutVolume,
      { timezone: 'UTC', dateOrder: 'mdy' },
    ],
    [
      'pandas with a number of the row and exponents',
      lines(',timestamp,open,high,low,close,base_volume', `0,${T},2e0,4,1,3,7`, `1,${T + HOUR},2,4,1,3,8`),
      hours,
      { interval: '1h' },
    ],
    [
      'quoted cells and a date beside a time of day',
      lines(
        '"Date","Time","O","H","L","C","V"',
        '"2023-02-01","00:00","2","4","1","3","7"',
        '"2023-02-01","00:01","2","4","1","3","8"',
      ),
      two,
      { timezone: 'UTC' },
    ],
  ])('%s', async (_, text, expected, options) => {
    expect(await read(text, options)).toEqual(expected);
    expect(await read(`\ufeff${text.replaceAll('\n', '\r\n')}`, options)).toEqual(expected);
  });

  it('with the rows in either order, in gzip and in a zip', async () => {
    const rows = Array.from({ length: 3_000 }, (_, i) => `${T + i * MINUTE},2,4,1,3,7`);
    const expected = rows.map((_, i) => candle(T + i * MINUTE, 7));
    const newestFirst = lines('ts,open,high,low,close,volume', ...rows.toReversed());
    expect(await read(newestFirst)).toEqual(expected);
    expect(await read(gzipSync(newestFirst))).toEqual(expected);
    const halves = [rows.slice(0, 1_500), rows.slice(1_500)].map((half) => lines(...half.toReversed()));
    expect(await read(zip(...halves.map((text, i) => ({ name: `${i}.csv`, text }))))).toEqual(expected);
    const mixed = [
      { name: '0.csv', text: halves[0]! },
      { name: '1.csv', text: lines(...rows.slice(1_500)) },
    ];
    expect(await read(zip(...mixed))).toEqual(expected);
    expect(await read(JSON.stringify(rows.toReversed().map((row) => row.split(',').map(Number))))).toEqual(
      expected,
    );
  });

  it('with seconds below the columns of this service', async () => {
    const header = 'ts,open,high,low,close,volume';
    const of = (start: number) => lines(header, `${start},2,4,1,3,7`, `${start + 60},2,4,1,3,8`);
    expect(await read(of(T / 1000))).toEqual(two);
    // This number of seconds also opens a minute as milliseconds.
    expect((await read(of(1_690_860_000)))[0]!.ts).toBe(1_690_860_000_000);
    const [first] = await read(lines(header, '60000,2,4,1,3,7', '120000,2,4,1,3,8'));
    expect(first!.ts).toBe(60_000);
  });

  it.each([
    ['Volume ETH,Volume USDT', 'ETHUSDT', 5],
    ['Volume USDT,Volume ETH', 'ETHUSDT', 6],
    ['Volume USDT,Volume ETH', 'BTCUSDT', 0],
    ['Volume ETH,Volume', 'ETHUSDT', 6],
    ['tick_volume,quote_volume', 'ETHUSDT', 0],
    ['vol,tick_volume', 'ETHUSDT', 5],
  ])('with the volume of the base: %s for %s', async (names, symbol, volume) => {
    const text = lines(`date,open,high,low,close,${names}`, `${T},2,4,1,3,5,6`);
    expect((await read(text, { symbol }))[0]!.volume).toBe(volume);
  });

  it('with up to ten lines before the header', async () => {
    const above = (count: number) => Array.from({ length: count }, (_, i) => `# line ${i}`);
    const text = (count: number) => lines(...above(count), 'date,open,high,low,close', `${T},2,4,1,3`);
    expect(await read(text(10))).toHaveLength(1);
    expect(await refusal(text(11))).toMatch(/^line 1: is neither a row nor a header of candles/);
  });
});

describe('local times of bars', () => {
  const hour = (...times: string[]) =>
    lines('date,open,high,low,close', ...times.map((time) => `${time},2,4,1,3`));
  const berlin = { interval: '1h', timezone: 'Europe/Berlin' } as const;
  const autumn = ['2023-10-29 01:00', '2023-10-29 02:00', '2023-10-29 02:00', '2023-10-29 03:00'];
  const expected = ['2023-10-28T23', '2023-10-29T00', '2023-10-29T01', '2023-10-29T02'].map(
    (time) => `${time}:00:00.000Z`,
  );

  it('that the clock shows twice are told from the bars around them, in either order', async () => {
    expect(await timesOf(hour(...autumn), berlin)).toEqual(expected);
    expect(await timesOf(hour(...autumn.toReversed()), berlin)).toEqual(expected);
  });

  it('that the clock shows twice and no bar is on the grid of one of them are the other', async () => {
    const text = hour('2023-10-28 22:00', '2023-10-29 02:00', '2023-10-29 05:00');
    expect(await timesOf(text, { ...berlin, interval: '4h' })).toEqual([
      '2023-10-28T20:00:00.000Z',
      '2023-10-29T00:00:00.000Z',
      '2023-10-29T04:00:00.000Z',
    ]);
  });

  it.each([
    [
      hour(autumn[1]!),
      'line 2: its time "2023-10-29 02:00" is shown twice by the clock of Europe/Berlin, and the rows around it do not tell which time it is; convert the times to UTC',
    ],
    [
      hour(autumn[0]!, autumn[1]!, autumn[3]!),
      'line 4: its time "2023-10-29 03:00" follows "2023-10-29 02:00", which the clock of Europe/Berlin shows twice, but the file only once; convert the times to UTC',
    ],
    [
      hour('2023-03-26 01:00', '2023-03-26 02:00'),
      'line 3: its time "2023-03-26 02:00" does not exist: the clock of Europe/Berlin skips it',
    ],
  ])('are refused: %.60s', async (text, message) => expect(await refusal(text, berlin)).toBe(message));
});

describe('candles are refused', () => {
  it.each<[string, string, string, Partial<ReadOptions>]>([
    [
      'without the column of the close',
      lines('# a comment', 'Date,Open,High,Low,Adj Close', '2023-02-01,2,4,1,3'),
      'line 2: is neither a row nor a header of candles. Columns found: "Date", "Open", "High", "Low", "Adj Close"; missing: close (or c, closeprice)',
      {},
    ],
    [
      'with several tickers',
      lines('Price,Close,Close,High,High,Low,Low,Open,Open', 'Ticker,A,B,A,B,A,B,A,B', 'Date,,,,,,,,'),
      'line 1: is neither a row nor a header of candles. Columns found: "Price", "Close", "Close", "High", "High", "Low", "Low", "Open", "Open"; missing: time (or date, datetime, timestamp, ts, unix, unixtime, unixtimestamp, opentime, starttime, localtime, gmttime, utctime, timeutc, dateutc, datetimeutc, timestamputc)',
      {},
    ],
    [
      'with rows but no header below a comment',
      lines('https://example.com', `${T},2,4,1,3,7`),
      'line 1: is neither a row nor a header of candles. Columns found: "https://example.com"; missing: time (or date, datetime, timestamp, ts, unix, unixtime, unixtimestamp, opentime, starttime, localtime, gmttime, utctime, timeutc, dateutc, datetimeutc, timestamputc); open (or o, openprice); high (or h, highprice); low (or l, lowprice); close (or c, closeprice)',
      {},
    ],
    [
      'with times without an offset',
      lines('<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>', '2023.02.01\t00:00:00\t2\t4\t1\t3'),
      'line 2: its time "2023.02.01 00:00:00" has no offset; timezone is required (such as Europe/Berlin)',
      {},
    ],
    [
      'with days without an offset',
      lines('Date,Open,High,Low,Close,Adj Close,Volume', '2023-02-01,2,4,1,3,3,7'),
      'line 2: its time "2023-02-01" has no offset; timezone is required (such as Europe/Berlin)',
      { interval: '1d' },
    ],
    [
      'with dates of an unknown order',
      lines('date,open,high,low,close', '01/02/2023 00:00,2,4,1,3'),
      'line 2: its time "01/02/2023 00:00" does not begin with the year; dateOrder is required (dmy or mdy)',
      { timezone: 'UTC' },
    ],
    [
      'with dates of another order',
      lines('date,open,high,low,close', '02/13/2023 00:00,2,4,1,3'),
      'line 2: its time "02/13/2023 00:00" is not seconds, ms or µs since 1970, or a time such as 2023-08-01T00:00:00Z',
      { timezone: 'UTC', dateOrder: 'dmy' },
    ],
    [
      'with numbers that are no times',
      lines('date,open,high,low,close', '20230201,2,4,1,3'),
      'line 2: its time "20230201" is not seconds, ms or µs since 1970, or a time such as 2023-08-01T00:00:00Z',
      {},
    ],
    [
      'with rows that change their direction upwards',
      lines('date,open,high,low,close', ...[2, 1, 3].map((minute) => `${T + minute * MINUTE},2,4,1,3`)),
      `line 4: its time ${T + 3 * MINUTE} is later than the one before, but the rows above descend; rows must have one order`,
      {},
    ],
    [
      'with a bar before the stated span',
      lines('date,open,high,low,close', `${T},2,4,1,3`),
      `line 2: its time ${T} (2023-02-01T00:00:00.000Z) is before the start of the stated span`,
      { from: T + MINUTE },
    ],
    [
      'with a bar at the end of the stated span',
      lines('date,open,high,low,close', `${T},2,4,1,3`, `${T + MINUTE},2,4,1,3`),
      `line 3: its time ${T + MINUTE} (2023-02-01T00:01:00.000Z) is not before the end of the stated span`,
      { from: T, to: T + MINUTE },
    ],
    [
      'with a wrong number of cells',
      lines('date;open;high;low;close', `${T};2;4;1`),
      'line 2: 5 fields expected, 4 found',
      {},
    ],
  ])('%s', async (_, text, message, options) => {
    expect(await refusal(text, options)).toBe(message);
  });

  it('with the option that would help', async () => {
    const without = { from: undefined };
    const zone = await refused(lines('date,open,high,low,close', '2023-02-01 00:00,2,4,1,3'), without);
    const order = await refused(lines('date,open,high,low,close', '01/02/2023,2,4,1,3'), without);
    const wrong = await refused(lines('date,open,high,low,close', 'x,2,4,1,3'), without);
    expect([zone, order, wrong].map((error) => (error as CandleFileError).field)).toEqual([
      'timezone',
      'dateOrder',
      undefined,
    ]);
  });
});

describe('recorded candles of CryptoDataDownload', () => {
  const path = realData('imports/12-candles-cryptodatadownload.csv', 'reading candles of CryptoDataDownload');

  itWith(path)('are read with their times, figures and volume', async () => {
    const { bars } = await readCandleFile(path!, { interval: '1d', symbol: 'BTCUSDT', now: NOW });
    expect(toCandles(bars)).toEqual([
      { ts: Date.UTC(2022, 0, 25), open: 98, high: 101, low: 97, close: 100, volume: 2 },
      { ts: Date.UTC(2022, 0, 26), open: 100, high: 110, low: 95, close: 105, volume: 3 },
    ]);
  });
});
