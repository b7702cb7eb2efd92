import { once } from 'node:events';
import { type IncomingMessage, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { ExportStore } from '../../src/trades/export/export.store.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { aSessionWith, aTrade, ingest } from '../support/factories.js';
import { settled } from '../support/until.js';

/**
 * Number of trades of 4 KB each. Together they are larger than the buffers of the kernel for a connection from which
 * nothing is read.
 */
const MANY = 15_000;
const NOTE = '😀'.repeat(1000);

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const pathOf = ({ id }: { readonly id: string }) => `/sessions/${id}/trades/export`;

/** Requests the file as text. */
const download = (path: string) => t.call.get(path).buffer(true);

/** A session whose file is larger than the buffers of the kernel and the service. */
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

/** Returns a response whose client has read only the head. */
async function unread(path: string): Promise<IncomingMessage> {
  const { port } = t.app.getHttpServer().address() as AddressInfo;
  const request = get({ port, host: '127.0.0.1', path, headers: { 'x-api-key': t.secrets.own } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  request.on('error', () => undefined);
  return response.pause();
}

/** Returns the text that a client reads, and whether the whole file has arrived. */
async function rest(response: IncomingMessage): Promise<{ text: string; complete: boolean }> {
  let text = '';
  response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined);
  await new Promise((resolve) => response.once('close', resolve).resume());
  return { text, complete: response.complete };
}

describe('the export of many trades', () => {
  it('contains each trade once, in order, over all pages', async () => {
    const session = await aLargeSession();
    const { text } = await download(pathOf(session)).expect(200);
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(0, line.indexOf(',')));
    expect(ids).toHaveLength(MANY);
    // All trades have the same times, so their ids decide the order.
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(MANY);
  });

  it('ends early if the trades change meanwhile, and never mixes old and new trades', async () => {
    const session = await aLargeSession();
    const response = await unread(pathOf(session));
    await ingest(t.call, session, [aTrade({ clientId: 'late', hour: 9 })]);
    const { text, complete } = await rest(response);
    expect(complete).toBe(false);
    expect(text).not.toContain('late');
    expect((await rest(await unread(pathOf(session)))).complete).toBe(true);
  });

  it('stops reading the trades for a client that does not read or that disconnects', async () => {
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
