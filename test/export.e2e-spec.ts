import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { ExportStore } from '../src/trades/export/export.store.js';
import { EXPORT_COLUMNS } from '../src/trades/export/export-columns.js';
import { type TestApp, startTestApp } from './support/app.js';
import {
  aSession,
  aSessionWith,
  aTrade,
  everySessionField,
  everyTradeField,
  ingest,
} from './support/factories.js';
import { expectProblem } from './support/problems.js';
import { settled } from './support/until.js';

/** Each of them takes 4 KB, all together more than the kernel holds for a connection that nobody reads. */
const MANY = 15_000;
const NOTE = '😀'.repeat(1000);

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const pathOf = ({ id }: { readonly id: string }, query = '') => `/sessions/${id}/trades/export${query}`;

/** The file as a text. */
const download = (path: string) => t.call.get(path).buffer(true);

/** A session with so many trades that neither the kernel nor the service holds their file. */
async function aLargeSession() {
  const session = await aSessionWith(t.call, [aTrade({ note: NOTE })]);
  const db = t.app.get(DataSource);
  const columns = await db.query<{ name: string }[]>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'trades'`,
  );
  const changed: Record<string, string> = { id: 'gen_random_uuid()', client_id: `'copy-' || i` };
  const names = columns.map(({ name }) => name);
  await db.query(
    `INSERT INTO trades (${names.join(', ')}) SELECT ${names.map((name) => changed[name] ?? `s.${name}`).join(', ')}
     FROM trades s, generate_series(2, ${MANY}) i
     WHERE s.session_id = $1 AND s.workspace_id = (SELECT workspace_id FROM sessions WHERE id = $1)`,
    [session.id],
  );
  return session;
}

/** The answer to a client that has read its head alone. */
async function unread(path: string): Promise<IncomingMessage> {
  const { port } = t.app.getHttpServer().address() as AddressInfo;
  const request = get({ port, host: '127.0.0.1', path, headers: { 'x-api-key': t.secrets.own } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  request.on('error', () => undefined);
  return response.pause();
}

/** What a client reads until the end, and whether that is the end of the file. */
async function rest(response: IncomingMessage): Promise<{ text: string; complete: boolean }> {
  let text = '';
  response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined);
  await new Promise((resolve) => response.once('close', resolve).resume());
  return { text, complete: response.complete };
}

describe('the export of a session', () => {
  it('is a csv with all that a trade has', async () => {
    const { projectId } = await aSession(t.call);
    const trades = [everyTradeField(), { ...everyTradeField(), note: '=1+1, "quoted"', tags: ['a', 'b c'] }];
    const session = await aSession(t.call, everySessionField(projectId));
    await ingest(t.call, session, trades);
    const { text, headers } = await download(pathOf(session)).expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe(`attachment; filename="trades-${session.id}.csv"`);
    const [header, ...lines] = text.split('\r\n');
    expect(header).toBe(EXPORT_COLUMNS.join(','));
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`"'=1+1, ""quoted""","[""a"",""b c""]"`);
    expect(lines[0]).toContain(',1,0.5,-0.1,feesPaid spreadPaid slippagePaid,');
  });

  it('is ndjson when asked for', async () => {
    const session = await aSessionWith(t.call, [aTrade({ hour: 1 }), aTrade({ hour: 0, stopLoss: 990 })]);
    const { text, headers } = await download(pathOf(session, '?format=ndjson')).expect(200);
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(headers['content-disposition']).toContain('.ndjson"');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => Object.keys(line))).toEqual([[...EXPORT_COLUMNS], [...EXPORT_COLUMNS]]);
    // In trade order.
    expect(lines.map(({ stopLoss }) => stopLoss)).toEqual([990, null]);
  });

  it('of no trades has the header alone', async () => {
    const session = await aSession(t.call);
    expect((await download(pathOf(session)).expect(200)).text).toBe(`${EXPORT_COLUMNS.join(',')}\r\n`);
    expect((await download(pathOf(session, '?format=ndjson')).expect(200)).text).toBe('');
  });

  it('answers HEAD without the file', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    const { headers, text } = await t.stranger
      .head(pathOf(session))
      .set('x-api-key', t.secrets.own)
      .expect(200);
    expect(headers['content-disposition']).toContain('trades-');
    expect(text ?? '').toBe('');
  });

  it('is refused for another format, an unknown parameter and an unknown session', async () => {
    const session = await aSession(t.call);
    expectProblem(await t.call.get(pathOf(session, '?format=xlsx')), 'VALIDATION_FAILED', ['format']);
    expectProblem(await t.call.get(pathOf(session, '?x=1')), 'VALIDATION_FAILED', ['x']);
    expectProblem(await t.call.get(pathOf({ id: 'none' })), 'SESSION_NOT_FOUND');
    expectProblem(await t.other.get(pathOf(session)), 'SESSION_NOT_FOUND');
  });
});

describe('the export of many trades', () => {
  it('has each of them once, in order, over all pages', async () => {
    const session = await aLargeSession();
    const { text } = await download(pathOf(session)).expect(200);
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(0, line.indexOf(',')));
    expect(ids).toHaveLength(MANY);
    // Their times are equal.
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(MANY);
  });

  it('is cut, never mixed, when the trades change on the way', async () => {
    const session = await aLargeSession();
    const response = await unread(pathOf(session));
    await ingest(t.call, session, [aTrade({ clientId: 'late', hour: 9 })]);
    const { text, complete } = await rest(response);
    expect(complete).toBe(false);
    expect(text).not.toContain('late');
    expect((await rest(await unread(pathOf(session)))).complete).toBe(true);
  });

  it('reads no further for a client that does not, or that leaves', async () => {
    const session = await aLargeSession();
    const store = t.app.get(ExportStore);
    const page = store.page.bind(store);
    let pages = 0;
    Object.assign(store, {
      page: (...args: Parameters<ExportStore['page']>) => ((pages += 1), page(...args)),
    });
    try {
      const response = await unread(pathOf(session));
      const read = () =>
        settled(
          () => pages,
          () => t.call.get('/projects'),
        );
      const before = await read();
      expect(before).toBeLessThan(25);
      response.destroy();
      expect(await read()).toBeLessThanOrEqual(before + 1);
    } finally {
      Object.assign(store, { page });
    }
  });
});
