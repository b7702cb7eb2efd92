import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { DataSource } from 'typeorm';
import { CandleStore } from '../../src/candles/store/candle-store.js';
import type { Interval } from '../../src/shared/market/intervals.js';
import { type TestApp, type Caller, callerWith, startTestApp } from '../support/app.js';
import {
  IMPORT_START as T,
  fullCandleQueue,
  fullCandleStorage,
  minuteCells,
  minutesText,
  reversedRows,
  sendCandles,
  withCandleImports,
} from '../support/candle-imports.js';
import { toCandles } from '../support/candles.js';
import { expectProblem } from '../support/problems.js';
import { zip } from '../support/zip.js';

const MINUTE = 60_000;
const [HOUR, DAY] = [60, 1440];
/** More than the bars of two transactions. */
const MANY = 7 * DAY + 100;

let t: TestApp;
beforeAll(async () => (t = await startTestApp({ IMPORT_LIMIT: '1mb' })));
afterAll(() => t?.close());

const newSymbol = () => `IMP${randomBytes(6).toString('hex')}`.toUpperCase();

interface Stored {
  readonly bars: readonly object[];
  readonly coverage: readonly object[];
  readonly made: string;
  readonly wrong: number;
}

/** Returns what is stored of a symbol: minutes, their coverage, and how many larger bars are made of them. */
async function stored(symbol: string, interval: Interval = '1m'): Promise<Stored | null> {
  const store = t.app.get(CandleStore);
  const [series] = await t.app
    .get(DataSource)
    .query<{ id: number }[]>(`SELECT id FROM series WHERE symbol = $1 AND "interval" = $2`, [
      symbol,
      interval,
    ]);
  if (!series) return null;
  const bars = toCandles(await store.readBars(series.id, 0, Number.MAX_SAFE_INTEGER));
  const coverage = await store.coveredSpans(series.id, 0, Number.MAX_SAFE_INTEGER);
  const { bars: made, wrong } = await store.checkMadeBars(series.id);
  return { bars, coverage, made: String(made), wrong };
}

const barsOf = (from: number, to: number, shift = 0) =>
  Array.from({ length: to - from }, (_, i) => {
    const [ts, open, high, low, close, volume] = minuteCells(from + i, shift);
    return { ts, open, high, low, close, volume };
  });
const spanOf = (from: number, to: number) => ({ start: T + from * MINUTE, end: T + to * MINUTE });
const larger = (count: number) =>
  String([5, 15, HOUR, 4 * HOUR, DAY].reduce((sum, length) => sum + Math.floor(count / length), 0));
const counts = ({ inserted, changed, unchanged }: Record<string, number>) => [inserted, changed, unchanged];

/** Sends a file and returns the counts of its bars. */
async function sent(symbol: string, file: string | Buffer, status: number, query = {}) {
  const { body } = await sendCandles(t.call, symbol, file, query).expect(status);
  return counts(body);
}

describe('POST /candles/import', () => {
  it('stores the candles of a file, covers their span, and makes larger bars', async () => {
    const symbol = newSymbol();
    const { body } = await sendCandles(t.call, symbol.toLowerCase(), minutesText(0, MANY)).expect(201);
    expect(body).toEqual({
      symbol,
      feed: 'venue-spot',
      interval: '1m',
      inserted: MANY,
      changed: 0,
      unchanged: 0,
      leftOut: 0,
      from: T,
      to: T + MANY * MINUTE,
      gaps: 0,
    });
    expect(await stored(symbol)).toEqual({
      bars: barsOf(0, MANY),
      coverage: [spanOf(0, MANY)],
      made: larger(MANY),
      wrong: 0,
    });
    const path = `/candles?symbol=${symbol}&interval=1h&count=2&before=${T + 2 * HOUR * MINUTE}`;
    expect((await t.call.get(path).expect(200)).body).toMatchObject({
      source: 'cache',
      candles: [{ ts: T, open: 100 }, { ts: T + HOUR * MINUTE }],
    });
  });

  it.each<[string, () => (readonly [string | Buffer, number])[]]>([
    [
      'twice',
      () => [
        [minutesText(0, MANY), 201],
        [minutesText(0, MANY), 200],
      ],
    ],
    ['newest first', () => [[reversedRows(minutesText(0, MANY)), 201]]],
    [
      'newest first, and then oldest first',
      () => [
        [reversedRows(minutesText(0, MANY)), 201],
        [minutesText(0, MANY), 200],
      ],
    ],
    [
      'in two halves',
      () => [
        [minutesText(0, 5000), 201],
        [minutesText(5000, MANY), 201],
      ],
    ],
    [
      'in two halves, the second one first',
      () => [
        [minutesText(5000, MANY), 201],
        [reversedRows(minutesText(0, 5000)), 201],
      ],
    ],
    [
      'in two halves that overlap',
      () => [
        [minutesText(3000, MANY), 201],
        [minutesText(0, 6000), 201],
      ],
    ],
    ['in gzip', () => [[gzipSync(minutesText(0, MANY)), 201]]],
    [
      'in a zip',
      () => [
        [
          zip(
            { name: '1.csv', text: minutesText(0, 4000) },
            { name: '2.csv', text: reversedRows(minutesText(4000, MANY)) },
          ),
          201,
        ],
      ],
    ],
  ])('leads to the same store if the same candles are sent %s', async (_, files) => {
    const symbol = newSymbol();
    for (const [file, status] of files()) await sendCandles(t.call, symbol, file).expect(status);
    expect(await stored(symbol)).toEqual({
      bars: barsOf(0, MANY),
      coverage: [spanOf(0, MANY)],
      made: larger(MANY),
      wrong: 0,
    });
  });

  it('leads to the same store if two requests send the same candles at once', async () => {
    const symbol = newSymbol();
    const answers = await Promise.all(
      [minutesText(0, MANY), reversedRows(minutesText(0, MANY))].map((text) =>
        sendCandles(t.call, symbol, text),
      ),
    );
    for (const { status, body } of answers) {
      expect([200, 201]).toContain(status);
      expect(body.inserted + body.unchanged).toBe(MANY);
    }
    expect(answers.reduce((sum, { body }) => sum + (body.inserted as number), 0)).toBe(MANY);
    expect(await stored(symbol)).toEqual({
      bars: barsOf(0, MANY),
      coverage: [spanOf(0, MANY)],
      made: larger(MANY),
      wrong: 0,
    });
  });

  it('counts in a preview what would be stored, and stores nothing', async () => {
    const symbol = newSymbol();
    const preview = { preview: 'true' };
    expect(await sent(symbol, minutesText(0, 10), 200, preview)).toEqual([10, 0, 0]);
    expect(await stored(symbol)).toBeNull();
    await sendCandles(t.call, symbol, minutesText(0, 10)).expect(201);
    const before = await stored(symbol);
    const mixed = `${minutesText(0, 5)}${minutesText(5, 8, 1).split('\n').slice(1).join('\n')}${minutesText(8, 12).split('\n').slice(1).join('\n')}`;
    for (const query of [preview, { ...preview, replace: 'true' }])
      expect(await sent(symbol, mixed, 200, query)).toEqual([2, 3, 7]);
    expect(await stored(symbol)).toEqual(before);
    expectProblem(await sendCandles(t.call, symbol, 'x', preview), 'VALIDATION_FAILED', ['file']);
  });

  it('refuses stored candles with other figures unless they are to be replaced', async () => {
    const symbol = newSymbol();
    await sendCandles(t.call, symbol, minutesText(0, 2 * HOUR)).expect(201);
    const before = await stored(symbol);
    const other = minutesText(0, 3 * HOUR, 1);
    const refused = await sendCandles(t.call, symbol, other);
    expectProblem(refused, 'CANDLES_DIFFER');
    expect(refused.body.message).toBe(
      '120 stored bars have other figures. To replace them, send the file again with replace=true.',
    );
    expect(refused.body.differing).toHaveLength(100);
    const [{ ts, ...is }, { ts: _ts, ...was }] = [barsOf(7, 8, 1)[0]!, barsOf(7, 8)[0]!];
    expect(refused.body.differing[7]).toEqual({ ts, stored: was, sent: is });
    expect(await stored(symbol)).toEqual(before);
    const single = minutesText(0, 2 * HOUR)
      .replace(/,1\n$/, ',2\n')
      .replace(/,(\d)\n$/, ',9\n');
    expect((await sendCandles(t.call, symbol, single).expect(409)).body.message).toBe(
      '1 stored bar has other figures. To replace it, send the file again with replace=true.',
    );
    expect(await sent(symbol, other, 201, { replace: 'true' })).toEqual([HOUR, 2 * HOUR, 0]);
    expect(await sent(symbol, other, 200, { replace: 'true' })).toEqual([0, 0, 3 * HOUR]);
    expect(await stored(symbol)).toEqual({
      bars: barsOf(0, 3 * HOUR, 1),
      coverage: [spanOf(0, 3 * HOUR)],
      made: larger(3 * HOUR),
      wrong: 0,
    });
  });

  it('does not replace a candle that another writer stores after the comparison, and a repeat completes the import', async () => {
    const symbol = newSymbol();
    const store = t.app.get(CandleStore);
    const series = await store.getOrCreateSeries('venue-spot', symbol, '1m');
    const compare = store.compare.bind(store);
    let hasWritten = false;
    // Stores another figure of the last minute once the first comparison is done.
    const slow: CandleStore['compare'] = async (...args) => {
      const found = await compare(...args);
      if (!hasWritten) {
        hasWritten = true;
        await sendCandles(t.other, symbol, minutesText(MANY - 1, MANY, 1)).expect(201);
      }
      return found;
    };
    const queue = t.instances.map((instance) => instance.get(CandleStore));
    for (const one of queue) Object.assign(one, { compare: slow });
    const unlimited = { queue: { run: (_: unknown, task: () => Promise<unknown>) => task() } };
    const refused = await withCandleImports(t, unlimited, () =>
      sendCandles(t.call, symbol, minutesText(0, MANY)),
    );
    for (const one of queue) Reflect.deleteProperty(one, 'compare');
    expectProblem(refused, 'CANDLES_DIFFER');
    expect(refused.body.differing).toHaveLength(1);
    const last = await store.readBars(series.id, T + (MANY - 1) * MINUTE, T + MANY * MINUTE);
    expect(toCandles(last)).toEqual(barsOf(MANY - 1, MANY, 1));
    expect((await stored(symbol))!.wrong).toBe(0);
    await sendCandles(t.call, symbol, minutesText(0, MANY), { replace: 'true' }).expect(201);
    expect(await stored(symbol)).toEqual({
      bars: barsOf(0, MANY),
      coverage: [spanOf(0, MANY)],
      made: larger(MANY),
      wrong: 0,
    });
  });

  it('covers the stated span, but not what has not closed', async () => {
    const symbol = newSymbol();
    const [from, to] = [String(T - 5 * MINUTE), String(T + 8 * MINUTE)];
    const { body } = await sendCandles(t.call, symbol, minutesText(0, 3), { from, to }).expect(201);
    expect(body).toMatchObject({ from: Number(from), to: Number(to), inserted: 3, gaps: 0 });
    expect((await stored(symbol))!.coverage).toEqual([spanOf(-5, 8)]);
    // A longer span changes the store, and the same span does not.
    const longer = { from, to: String(T + 9 * MINUTE) };
    expect(await sent(symbol, minutesText(0, 3), 201, longer)).toEqual([0, 0, 3]);
    expect(await sent(symbol, minutesText(0, 3), 200, longer)).toEqual([0, 0, 3]);

    const future = newSymbol();
    const soon = Math.floor(Date.now() / MINUTE) * MINUTE;
    const text = [
      'ts,open,high,low,close',
      `${soon - 5 * MINUTE},1,1,1,1`,
      `${soon + 5 * MINUTE},1,1,1,1`,
    ].join('\n');
    const answer = await sendCandles(t.call, future, text, { to: String(soon + 60 * MINUTE) }).expect(201);
    expect(answer.body).toMatchObject({ inserted: 1, leftOut: 1, from: soon - 5 * MINUTE });
    expect(answer.body.to).toBeLessThanOrEqual(Math.floor(Date.now() / MINUTE) * MINUTE);
    const open = ['ts,open,high,low,close', `${soon + 5 * MINUTE},1,1,1,1`].join('\n');
    expect((await sendCandles(t.call, future, open).expect(200)).body).toMatchObject({
      inserted: 0,
      leftOut: 1,
      from: null,
      to: null,
    });
  });

  it('reads local times, dates with the day first and the volume of the base', async () => {
    const symbol = newSymbol();
    const text = [
      'https://example.com',
      `Date;Open;High;Low;Close;Volume USDT;Volume ${symbol.slice(0, 4)}`,
      '01/08/2023 02:01;1;2;1;2;50;9',
      '01/08/2023 02:00;1;2;1;2;40;8',
    ].join('\r\n');
    expectProblem(await sendCandles(t.call, symbol, text), 'VALIDATION_FAILED', ['dateOrder']);
    const order = { dateOrder: 'dmy' };
    expectProblem(await sendCandles(t.call, symbol, text, order), 'VALIDATION_FAILED', ['timezone']);
    await sendCandles(t.call, symbol, text, {
      ...order,
      timezone: 'Europe/Berlin',
      feed: 'venue-usdm-current-quarter',
    }).expect(201);
    const figures = { open: 1, high: 2, low: 1, close: 2 };
    expect((await stored(symbol))!.bars).toEqual([
      { ts: T, ...figures, volume: 8 },
      { ts: T + MINUTE, ...figures, volume: 9 },
    ]);
  });

  it('refuses a wrong row with its line and entry, and stores nothing', async () => {
    const symbol = newSymbol();
    const bad = `${minutesText(0, 3)}x,1,1,1,1,1\n`;
    const refused = await sendCandles(t.call, symbol, bad);
    expectProblem(refused, 'VALIDATION_FAILED', ['file']);
    expect(refused.body.message).toBe(
      'The file cannot be imported: line 5: its time "x" is not seconds, ms or µs since 1970, or a time such as 2023-08-01T00:00:00Z.',
    );
    const zipped = zip({ name: 'a.csv', text: minutesText(0, 1) }, { name: 'b.csv', text: bad });
    expect((await sendCandles(t.call, symbol, zipped)).body.details[0].message).toMatch(
      /^entry b\.csv, line 2: its time \d+ is not later/,
    );
    expect((await sendCandles(t.call, symbol, '')).status).toBe(400);
    expectProblem(await sendCandles(t.call, symbol, gzipSync('x').subarray(0, 12)), 'VALIDATION_FAILED', [
      'file',
    ]);
    const outside = await sendCandles(t.call, symbol, minutesText(0, 3), { to: String(T + 2 * MINUTE) });
    expect(outside.body.message).toMatch(
      /line 4: its time \d+ \(\S+\) is not before the end of the stated span/,
    );
    expect(await stored(symbol)).toBeNull();
  });

  it.each<[Record<string, string>, string]>([
    [{ symbol: '' }, 'symbol'],
    [{ symbol: 'BTC/USDT' }, 'symbol'],
    [{ interval: '2m' }, 'interval'],
    [{ feed: 'elsewhere' }, 'feed'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ dateOrder: 'dym' }, 'dateOrder'],
    [{ from: '-60000' }, 'from'],
    [{ from: String(T + 1) }, 'from'],
    [{ to: String(T + 1) }, 'to'],
    [{ to: '0' }, 'to'],
    [{ from: String(T), to: String(T) }, 'from'],
    [{ from: 'x' }, 'from'],
    [{ replace: 'yes' }, 'replace'],
    [{ preview: '1' }, 'preview'],
    [{ overwrite: 'true' }, 'overwrite'],
  ])('refuses the query %j', async (query, field) => {
    expectProblem(await sendCandles(t.call, 'BTCUSDT', minutesText(0, 1), query), 'VALIDATION_FAILED', [
      field,
    ]);
  });

  it('limits the bytes of a file, packed and unpacked, and its content types', async () => {
    const symbol = newSymbol();
    const limit = 1024 ** 2;
    const text = minutesText(0, 3);
    const padded = (bytes: number) => text + '\n'.repeat(bytes - text.length);
    await sendCandles(t.call, symbol, padded(limit), { preview: 'true' }).expect(200);
    expectProblem(await sendCandles(t.call, symbol, padded(limit + 1)), 'PAYLOAD_TOO_LARGE');
    await sendCandles(t.call, symbol, gzipSync(padded(limit)), { preview: 'true' }).expect(200);
    expectProblem(await sendCandles(t.call, symbol, gzipSync(padded(limit + 1))), 'PAYLOAD_TOO_LARGE');
    const zipped = (bytes: number) => zip({ name: 'a.csv', text: padded(bytes) });
    await sendCandles(t.call, symbol, zipped(limit), { preview: 'true' }).expect(200);
    expectProblem(await sendCandles(t.call, symbol, zipped(limit + 1)), 'PAYLOAD_TOO_LARGE');
    for (const type of ['text/plain', 'multipart/form-data'])
      expectProblem(
        await sendCandles(t.call, symbol, text).set('content-type', type),
        'UNSUPPORTED_MEDIA_TYPE',
      );
    for (const type of [
      'text/csv; charset=utf-8',
      'text/tab-separated-values',
      'application/zip',
      'application/gzip',
    ])
      await sendCandles(t.call, symbol, text, { preview: 'true' }).set('content-type', type).expect(200);
    expect(await stored(symbol)).toBeNull();
  });

  it('refuses imports beyond the queue and a full disk', async () => {
    const send = () => sendCandles(t.call, newSymbol());
    expectProblem(await withCandleImports(t, fullCandleQueue(), send), 'BUSY');
    expectProblem(await withCandleImports(t, fullCandleStorage(), send), 'STORAGE_FULL');
  });
});

describe('the scope candles', () => {
  const newKey = async (scopes: readonly string[]): Promise<Caller> =>
    callerWith(t.stranger, (await t.call.post('/keys', { name: 'candles', scopes }).expect(201)).body.secret);

  it('is required, and enough', async () => {
    const symbol = newSymbol();
    for (const scopes of [
      ['read', 'write'],
      ['admin', 'audit', 'delete'],
    ]) {
      const refused = await sendCandles(await newKey(scopes), symbol);
      expectProblem(refused, 'FORBIDDEN');
      expect(refused.body.message).toBe('This key lacks the scope "candles" that the request needs.');
    }
    await sendCandles(await newKey(['candles']), symbol).expect(201);
  });

  it('is given to new keys only by a caller that has it', async () => {
    const admin = await newKey(['admin', 'read', 'write']);
    expectProblem(await admin.post('/keys', { name: 'more', scopes: ['candles'] }), 'FORBIDDEN');
    expect((await t.call.get('/me').expect(200)).body.scopes).toContain('candles');
  });
});
