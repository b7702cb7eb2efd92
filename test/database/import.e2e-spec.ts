import type { INestApplication } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as httpRequest,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BulkWrites } from '../../src/trades/bulk-writes.js';
import { type TestApp, callerWith, startTestApp } from '../support/app.js';
import { takeTurns } from '../support/bulk-turns.js';
import {
  aSession,
  aSessionWith,
  aTrade,
  everySessionField,
  everyTradeField,
  finish,
  ingest,
  statsOf,
} from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { namesIn, realData } from '../support/real-data.js';
import { itWith } from '../support/with-recordings.js';
import { temporaryFiles } from '../support/trade-files.js';
import { until } from '../support/until.js';

const LIMIT = 256 * 1024;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ IMPORT_LIMIT: '256kb', BODY_LIMIT: '2kb', TRADE_MINIMUM: '1' });
});
afterAll(() => t.close());

type Owner = { readonly id: string };

const pathOf = ({ id }: Owner, query = '') => `/sessions/${id}/trades/import${query}`;
const send = (session: Owner, file: string | Buffer, query = '', type = 'text/csv') =>
  t.call.post(pathOf(session, query)).set('content-type', type).send(file);

const HEADER = 'clientId,symbol,side,qty,entryTime,entryPrice,exitTime,exitPrice,note';

/** Returns a line of a csv. The quantity of its trade is smaller than an ingest would accept. */
const line = (clientId: string, fields: Readonly<Record<string, string | number>> = {}) => {
  const trade = {
    clientId,
    symbol: 'BTCUSDT',
    side: 'long',
    qty: 0.01,
    entryTime: '2024-01-10T00:00:00Z',
    entryPrice: 100,
    exitTime: '2024-01-10T01:00:00Z',
    exitPrice: 110,
    note: '',
    ...fields,
  };
  return Object.values(trade).join(',');
};
const csv = (...lines: readonly string[]) => `${[HEADER, ...lines].join('\n')}\n`;
const manyLines = (count: number) => Array.from({ length: count }, (_, i) => line(`trade-${i}`));

/** Starts an upload whose body the test writes bit by bit, to the first instance by default. */
async function upload(
  session: Owner,
  length: number,
  { app, secret, headers = {} }: { app: INestApplication; secret: string; headers?: OutgoingHttpHeaders } = {
    app: t.app,
    secret: t.secrets.own,
  },
): Promise<ClientRequest> {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: pathOf(session),
    headers: { 'x-api-key': secret, 'content-type': 'text/csv', 'content-length': length, ...headers },
  });
  request.on('error', () => undefined).flushHeaders();
  await once(request, 'socket');
  return request;
}

/** Characters that csv, COPY, SQL or arrays treat specially. */
const HOSTILE = String.raw`\. \N \\ \t {,} "" '' %s $1` + '\ta\r\nb\u2028ü😀';
const HOSTILE_TAGS = ['NULL', '{a,b}', 'x"y', String.raw`back\slash`, '{}', "it's", '😀'];

describe('the import of a file', () => {
  it('stores its trades, and stores nothing if the file is sent again', async () => {
    const session = await aSession(t.call);
    const first = await send(session, csv(line('a'), line('b', { side: 'short' })));
    expect([first.status, first.body]).toEqual([
      201,
      {
        inserted: 2,
        stored: 0,
        skipped: [],
        skippedCount: 0,
        ambiguous: [],
        ambiguousCount: 0,
        tradeCount: 2,
        money: [
          {
            symbol: 'BTCUSDT',
            column: null,
            meaning: 'none',
            model: null,
            pointValue: 1,
            rows: 2,
            agree: 0,
            fileTotal: null,
            total: 0,
            net: 0,
          },
        ],
        notices: [],
        check: expect.objectContaining({ verdict: 'unknown' }),
      },
    ]);
    expect(await statsOf(t.call, session)).toMatchObject({ tradeCount: 2, winCount: 1, lossCount: 1 });
    const again = await send(session, csv(line('a'), line('b', { side: 'short' }), line('c')));
    expect(again.body).toMatchObject({ inserted: 1, stored: 2, tradeCount: 3 });
  });

  it('accepts an export of another session, byte for byte', async () => {
    const { projectId } = await aSession(t.call);
    const fields = everySessionField(projectId);
    const original = await aSessionWith(
      t.call,
      [
        everyTradeField(),
        { ...everyTradeField(), note: '=1, "x"\n', tags: ['a', '-b'], feesPaid: undefined },
        {
          ...everyTradeField(),
          clientId: String.raw`\N`,
          note: HOSTILE,
          tags: HOSTILE_TAGS,
          stopLoss: undefined,
        },
      ],
      fields,
    );
    const exported = (session: Owner, format: string) =>
      t.call.get(`/sessions/${session.id}/trades/export?format=${format}`).buffer(true).expect(200);
    for (const [format, type] of [
      ['csv', 'text/csv'],
      ['ndjson', 'application/json'],
      ['ndjson', 'application/x-ndjson'],
    ] as const) {
      const { text } = await exported(original, format);
      const copy = await aSession(t.call, fields);
      expect((await send(copy, text, '', type).expect(201)).body.inserted).toBe(3);
      expect((await exported(copy, format)).text).toBe(text);
      // This imports the same file again while one of its trades is still stored.
      const { trades } = (await t.call.get(`/sessions/${copy.id}/trades`).expect(200)).body;
      for (const { id } of trades.slice(1))
        await t.call.delete(`/sessions/${copy.id}/trades/${id}`).expect(204);
      expect((await send(copy, text, '', type).expect(201)).body).toMatchObject({ inserted: 2, stored: 1 });
      expect((await exported(copy, format)).text).toBe(text);
    }
  });

  it('writes nothing with preview=true', async () => {
    const stored = aTrade({ symbol: 'BTCUSDT' });
    const session = await aSessionWith(t.call, [stored]);
    const lines = [line('a'), line(String(stored.clientId))];
    const { body } = await send(session, csv(...lines), '?preview=true&breakEvenThreshold=1').expect(200);
    expect(body).toMatchObject({
      counts: { new: 1, stored: 0, conflict: 1, invalid: 0 },
      verdicts: [{ index: 1, clientId: stored.clientId, verdict: 'conflict', trade: { qty: 1 } }],
      before: { tradeCount: 1, winCount: 1 },
      after: { tradeCount: 2, winCount: 1, breakEvenCount: 1 },
      tradeCount: 2,
      check: expect.objectContaining({ verdict: 'unknown' }),
    });
    expect((await statsOf(t.call, session)).tradeCount).toBe(1);
  });

  it('is refused for invalid lines, stores nothing, and names each of these lines in the error', async () => {
    const session = await aSession(t.call);
    const wrong = await send(session, csv(line('a'), line('b', { side: 'up' }), line('c', { exitPrice: 0 })));
    expectProblem(wrong, 'VALIDATION_FAILED', ['lines[3].side', 'lines[4].exitPrice']);
    const many = await send(session, csv(...manyLines(150).map((row) => row.replace('long', 'up'))));
    expect(many.status).toBe(400);
    expect(many.body.details).toHaveLength(100);
    expect(many.body.message).toContain('149 more problems');
    expect((await statsOf(t.call, session)).tradeCount).toBe(0);
  });

  it('names each symbol that has no asset once in the error', async () => {
    const session = await aSession(t.call);
    const lines = ['X', 'Y', 'X'].map((symbol, i) => line(`${i}`, { symbol }));
    const { body } = await send(session, csv(...lines)).expect(400);
    expect(body.details).toEqual([
      { field: 'symbol', message: 'X matches no asset of this session' },
      { field: 'symbol', message: 'Y matches no asset of this session' },
    ]);
  });

  it("uses the session's only asset for a file without symbols, and is refused if the session has several assets", async () => {
    const file = csv(line('a', { symbol: '' }));
    const one = await aSession(t.call);
    await send(one, file).expect(201);
    const two = await aSession(t.call, { assets: [{}, { symbol: 'ETHUSDT' }] });
    expectProblem(await send(two, file), 'VALIDATION_FAILED', ['lines[2].symbol']);
    await send(two, file, '?symbol=ETHUSDT').expect(201);
  });

  it('is refused for a clientId that is stored with different content, and the error names the line', async () => {
    const session = await aSession(t.call);
    await send(session, csv(line('a'), line('b'))).expect(201);
    const conflict = await send(session, csv(line('c'), line('b', { note: 'x' })));
    expectProblem(conflict, 'CLIENT_ID_CONFLICT', ['lines[3].clientId']);
    expect((await statsOf(t.call, session)).tradeCount).toBe(2);
  });

  it('accepts only trades that are already stored if the session is finished', async () => {
    const session = await aSession(t.call);
    await send(session, csv(line('a'))).expect(201);
    await finish(t.call, session);
    expect((await send(session, csv(line('a'))).expect(201)).body).toMatchObject({ inserted: 0, stored: 1 });
    expectProblem(await send(session, csv(line('a'), line('b'))), 'SESSION_FINISHED');
  });

  it('is refused for invalid parameters, types and files', async () => {
    const session = await aSession(t.call);
    const file = csv(line('a'));
    for (const [query, field] of [
      ['source=excel', 'source'],
      ['timezone=Mars/Base', 'timezone'],
      ['dateOrder=ydm', 'dateOrder'],
      ['preview=yes', 'preview'],
      ['breakEvenThreshold=-1', 'breakEvenThreshold'],
      ['x=1', 'x'],
    ])
      expectProblem(await send(session, file, `?${query}`), 'VALIDATION_FAILED', [field!]);
    expectProblem(await send(session, file, '', 'text/plain'), 'UNSUPPORTED_MEDIA_TYPE');
    expectProblem(
      await t.call
        .post(pathOf(session))
        .set('content-type', 'text/csv')
        .set('content-encoding', 'gzip')
        .send(file),
      'UNSUPPORTED_MEDIA_TYPE',
    );
    expectProblem(await send(session, ''), 'VALIDATION_FAILED', ['file']);
    expectProblem(await send(session, '{"a": '.repeat(3), '', 'application/json'), 'VALIDATION_FAILED', [
      'file',
    ]);
    expectProblem(
      await send(session, Buffer.from('504b0304ff', 'hex'), '', 'application/zip'),
      'VALIDATION_FAILED',
      ['file'],
    );
    expectProblem(await send({ id: 'none' }, file), 'SESSION_NOT_FOUND');
  });

  it('enforces the size limit of files while it receives the file', async () => {
    const session = await aSession(t.call);
    const file = (length: number) => {
      const start = csv(...manyLines(1000));
      return start + '\n'.repeat(length - start.length);
    };
    expect((await send(session, file(LIMIT)).expect(201)).body.inserted).toBe(1000);
    expectProblem(await send(session, file(LIMIT + 1)), 'PAYLOAD_TOO_LARGE');
    const request = await upload(session, LIMIT + 1);
    request.destroy();
  });
});

describe('concurrent imports', () => {
  it('store each trade of the same file once', async () => {
    const session = await aSession(t.call);
    const file = csv(...manyLines(500));
    const answers = await Promise.all([1, 2, 3].map(() => send(session, file)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers.reduce((sum, { body }) => sum + body.inserted, 0)).toBe(500);
    expect((await statsOf(t.call, session)).tradeCount).toBe(500);
  });

  it('are each counted by a concurrent finish as a whole or not at all', async () => {
    for (let round = 0; round < 3; round += 1) {
      const session = await aSession(t.call);
      const [{ status }, { stats }] = await Promise.all([
        send(session, csv(...manyLines(300))),
        delay(round * 20).then(() => finish(t.call, session)),
      ]);
      expect([status, stats.tradeCount]).toEqual(status === 201 ? [201, 300] : [409, 0]);
    }
  });

  it('wait for a slot in the same queue as copies and previews, which has a maximum length', async () => {
    const session = await aSession(t.call);
    const turns = takeTurns(t.instances.map((instance) => instance.get(BulkWrites)));
    const waiting = Array.from({ length: 4 * t.instances.length }, (_, i) =>
      send(session, csv(line(`waits-${i}`)), i % 2 === 0 ? '' : '?preview=true').then(({ status }) => status),
    );
    await turns.until(4);
    for (const query of ['', '?preview=true']) {
      const refused = await send(session, csv(line('a')), query);
      expectProblem(refused, 'BUSY');
      expect(refused.headers['retry-after']).toBe('5');
    }
    // Errors in a file are reported without waiting.
    expectProblem(await send(session, csv(line('a', { side: 'up' }))), 'VALIDATION_FAILED', [
      'lines[2].side',
    ]);
    turns.end();
    expect((await Promise.all(waiting)).toSorted((a, b) => a - b)).toEqual(
      waiting.map((_, i) => (i < waiting.length / 2 ? 200 : 201)),
    );
    await send(session, csv(line('a'))).expect(201);
  });
});

describe('an upload', () => {
  it('does not delay other requests while it is slow', async () => {
    const session = await aSession(t.call);
    const file = csv(line('slow'));
    const slow = await upload(session, file.length);
    slow.write(file.slice(0, 50));
    await until(async () => (await temporaryFiles()).length > 0);
    await send(session, csv(line('quick'))).expect(201);
    await ingest(t.call, session, [aTrade()]);
    slow.end(file.slice(50));
    const [response] = (await once(slow, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(201);
    response.resume();
    expect((await statsOf(t.call, session)).tradeCount).toBe(3);
  });

  it('stores nothing and leaves no file if its client disconnects', async () => {
    const session = await aSession(t.call);
    const file = csv(...manyLines(100));
    const left = await upload(session, file.length);
    left.write(file.slice(0, file.length - 10));
    await until(async () => (await temporaryFiles()).length > 0);
    left.destroy();
    await until(async () => (await temporaryFiles()).length === 0);
    expect((await statsOf(t.call, session)).tradeCount).toBe(0);
  });
});

describe('concurrent uploads', () => {
  /** Each client has a separate workspace. */
  const secrets = Array.from({ length: 5 }, () => randomBytes(8).toString('hex'));
  const keys = secrets.map((secret, i) => `key-${i}@uploads-${secret}:${secret}`);
  let many: TestApp;
  let sessions: readonly Owner[];
  beforeAll(async () => {
    many = await startTestApp({ API_KEYS: keys.join(','), TRADE_MINIMUM: '1' });
    sessions = await Promise.all(secrets.map((secret) => aSession(callerWith(many.stranger, secret))));
  });
  afterAll(() => many.close());

  const file = csv(line('a'));

  /** Starts an upload that gets a slot, but sends only a part of its file. */
  async function slow(workspace: number): Promise<ClientRequest> {
    const target = { app: many.app, secret: secrets[workspace]!, headers: { expect: '100-continue' } };
    const request = await upload(sessions[workspace]!, file.length, target);
    await once(request, 'continue');
    request.write(file.slice(0, 50));
    return request;
  }

  async function answerTo(request: ClientRequest, rest: string) {
    request.end(rest);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const { code } = JSON.parse(Buffer.concat(chunks).toString()) as { code?: string };
    return [response.statusCode, code, response.headers['retry-after']];
  }

  const finishing = (request: ClientRequest) => answerTo(request, file.slice(50));
  const whole = async (workspace: number) =>
    answerTo(
      await upload(sessions[workspace]!, file.length, { app: many.app, secret: secrets[workspace]! }),
      file,
    );

  const STORED = [201, undefined, undefined];
  const BUSY = [503, 'BUSY', '5'];

  it('are limited to eight per workspace and 32 in total; further uploads are refused before their bodies are sent', async () => {
    const ofFirst = await Promise.all(Array.from({ length: 7 }, () => slow(0)));
    expect(await whole(0)).toEqual(STORED);
    ofFirst.push(await slow(0));
    expect(await whole(0)).toEqual(BUSY);
    const refused = await upload(sessions[0]!, file.length, {
      app: many.app,
      secret: secrets[0]!,
      headers: { expect: '100-continue' },
    });
    let isAskedFor = false;
    refused.on('continue', () => (isAskedFor = true));
    const [{ statusCode }] = (await once(refused, 'response')) as [IncomingMessage];
    expect([statusCode, isAskedFor]).toEqual([503, false]);
    refused.destroy();

    const others = await Promise.all([1, 2, 3].flatMap((i) => Array.from({ length: 8 }, () => slow(i))));
    expect(await whole(4)).toEqual(BUSY);
    expect(await finishing(ofFirst.pop()!)).toEqual(STORED);
    expect(await whole(4)).toEqual(STORED);
    expect(await whole(0)).toEqual(STORED);
    // A slot is free again when a client disconnects or its file is refused.
    const [left, broken, ...rest] = [...ofFirst, ...others] as [ClientRequest, ClientRequest];
    left.destroy();
    expect((await answerTo(broken, ' '.repeat(file.length - 50)))[1]).toBe('VALIDATION_FAILED');
    // Ends the requests one after the other, because only a few complete files may wait for a slot to be stored.
    for (const request of rest) expect(await finishing(request)).toEqual(STORED);
    const again = await Promise.all(Array.from({ length: 8 }, () => slow(0)));
    expect(await whole(0)).toEqual(BUSY);
    for (const request of again) expect(await finishing(request)).toEqual(STORED);
  });
});

describe('real exports', () => {
  const directory = realData('exports/freqtrade', 'imports of freqtrade results');
  let whole: TestApp;
  beforeAll(async () => {
    whole = await startTestApp({ TRADE_MINIMUM: '1' });
  });
  afterAll(() => whole.close());

  itWith(directory).each(namesIn(directory))('%s has the result that the tool reports', async (name) => {
    const file = await readFile(join(directory!, name));
    const type = name.endsWith('.zip') ? 'application/zip' : 'application/json';
    const sendTo = (session: Owner) =>
      whole.call
        .post(pathOf(session))
        .set('content-type', type)
        .send(type.endsWith('json') ? file.toString() : file);
    // The response names the symbols that need an asset.
    const refused = await sendTo(await aSession(whole.call, { assets: [{ symbol: 'NONE' }] })).expect(400);
    const symbols = refused.body.details.map(({ message }: { message: string }) => message.split(' ')[0]);
    const session = await aSession(whole.call, { assets: symbols.map((symbol: string) => ({ symbol })) });
    const { body } = await sendTo(session).expect(201);
    expect(body.inserted).toBe(body.tradeCount);
    expect(body.inserted).toBeGreaterThan(0);
    expect((await sendTo(session).expect(201)).body).toMatchObject({ inserted: 0, stored: body.tradeCount });
    if (type !== 'application/json') return;
    const { strategy } = JSON.parse(file.toString()) as {
      strategy: Record<string, { trades: { profit_abs: number }[] }>;
    };
    const profit = Object.values(strategy)[0]!.trades.reduce((sum, { profit_abs }) => sum + profit_abs, 0);
    expect((await statsOf(whole.call, session)).plNet).toBeCloseTo(profit, 6);
  });

  const lists = realData('exports/tradingview', 'imports of TradingView lists');
  itWith(lists).each(namesIn(lists))('%s is imported whole', async (name) => {
    const session = await aSession(whole.call);
    const file = await readFile(join(lists!, name), 'utf8');
    const sendFile = () =>
      whole.call.post(pathOf(session)).set('content-type', 'text/csv').send(file).expect(201);
    // There are two rows per trade; the last trade may be open.
    const listed = file.match(/,Exit /g)!.length;
    const { body } = await sendFile();
    expect(body.inserted + body.skippedCount).toBe(listed);
    expect(body.skippedCount).toBeLessThanOrEqual(1);
    expect(body).toMatchObject({ stored: 0, tradeCount: body.inserted });
    expect((await sendFile()).body).toMatchObject({ inserted: 0, stored: body.inserted });
  });
});
