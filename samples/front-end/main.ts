import assert from 'node:assert/strict';
import { Client, ServiceError } from './client.js';

const { BASE_URL = 'http://localhost:3000', API_KEY = '' } = process.env;
const client = new Client(BASE_URL, API_KEY);

const step = (text: string) => process.stdout.write(`${text}\n`);

const START = Date.UTC(2024, 0, 10);
const HOUR = 3_600_000;

/** Returns a closed trade of one minute. Each number gives a different trade. */
const trade = (number: number, exitPrice: number) =>
  ({
    clientId: `trade-${number}`,
    side: 'long',
    qty: 1,
    entryPrice: 1000,
    entryTime: START + number * HOUR,
    exitPrice,
    exitTime: START + number * HOUR + 60_000,
    stopLoss: 990,
  }) as const;

const CSV = [
  'clientId,side,qty,entryPrice,entryTime,exitPrice,exitTime',
  'csv-1,long,1,1000,2024-01-11T00:00:00Z,1012,2024-01-11T00:30:00Z',
  'csv-2,short,1,1000,2024-01-11T02:00:00Z,1003,2024-01-11T02:30:00Z',
].join('\n');

const { project } = await client.ask('post /projects', {
  body: { name: 'Front end', symbol: 'BTCUSDT', timeframe: '15m' },
  headers: { 'Idempotency-Key': crypto.randomUUID() },
});
const { session } = await client.ask('post /sessions', {
  body: { projectId: project.id, name: 'Run 1', initialBalance: 10_000, tags: ['draft'] },
});
const path = { id: session.id };
step(`Created project ${project.id} and session ${session.id}`);

const { inserted } = await client.ask('post /sessions/{id}/trades', {
  path,
  body: { trades: [trade(1, 1020), trade(2, 985), trade(3, 1015)] },
});
assert.equal(inserted, 3);

const seen: string[] = [];
for (let cursor: string | null | undefined; cursor !== null;) {
  const page = await client.ask('get /sessions/{id}/trades', {
    path,
    query: { count: 2, ...(cursor && { cursor }) },
  });
  seen.push(...page.trades.map(({ clientId }) => clientId));
  cursor = page.nextCursor;
}
assert.deepEqual(seen, ['trade-1', 'trade-2', 'trade-3']);
step('Ingested trades and listed them page by page');

const list = await client.ask('get /sessions', { query: { projectId: project.id, tag: 'draft' } });
assert.deepEqual(
  list.sessions.map(({ id }) => id),
  [session.id],
);
const { session: record } = await client.ask('get /sessions/{id}/record', { path });
assert.equal(record.summary.tradeCount, 3);
assert.equal(record.summary.plNet, 20);

const renamed = await client.ask('patch /sessions/{id}', {
  path,
  body: { name: 'Run 1, reviewed', tags: ['reviewed', 'btc'] },
});
assert.deepEqual(renamed.session.tags, ['reviewed', 'btc']);
const { tags } = await client.ask('get /projects/{id}/tags', { path: { id: project.id } });
assert.equal(tags.length, 2);

const { trades } = await client.ask('get /sessions/{id}/trades', { path });
const edited = await client.ask('patch /sessions/{id}/trades/{tradeId}', {
  path: { ...path, tradeId: trades[1]!.id },
  body: { exitPrice: 995, note: 'Exit corrected' },
});
assert.equal(edited.trade.plNet, -5);
step('Edited and tagged the session and a trade');

const preview = await client.ask('post /sessions/{id}/trades/preview', {
  path,
  body: { trades: [trade(1, 1020), trade(4, 1030)] },
});
assert.deepEqual(
  preview.verdicts.map(({ verdict }) => verdict),
  ['stored', 'new'],
);

const imported = await client.send('post /sessions/{id}/trades/import', {
  path,
  query: { source: 'csv' },
  headers: { 'content-type': 'text/csv' },
  body: CSV,
});
assert.equal(((await imported.json()) as { inserted: number }).inserted, 2);
step('Previewed a batch and imported a file');

const copied = await client.ask('post /sessions/{id}/copy', {
  path,
  body: { name: 'Run 1 at 0.1 %', feesConfig: { entryFee: 0.1, exitFee: 0.1, type: 'percent' } },
});
const comparison = await client.ask('get /projects/{id}/comparison', {
  path: { id: project.id },
  query: { sessionIds: [session.id, copied.session.id] },
});
assert.deepEqual(
  comparison.sessions.map(({ figures }) => figures.tradeCount),
  [5, 5],
);
assert.equal(comparison.pairs[0]?.sharedMarketTime, 1);
step('Copied the session at other fees and compared the two');

const file = await client.send('get /sessions/{id}/trades/export', { path, query: { format: 'csv' } });
assert.equal((await file.text()).trimEnd().split('\n').length, 6);

const state = { replay: { position: START + 4 * HOUR }, drawings: [{ kind: 'line', points: [[1, 2]] }] };
const body = JSON.stringify({ state });
const headers = { 'content-type': 'application/json' };
const put = await client.send('put /sessions/{id}/state', { path, headers, body });
const tag = put.headers.get('etag') ?? '';
assert.deepEqual((await client.ask('get /sessions/{id}/state', { path })).state, state);
await client.send('put /sessions/{id}/state', { path, headers: { ...headers, 'if-match': tag }, body });
step('Exported the trades, and kept the state of the chart');

await assert.rejects(
  client.ask('delete /projects/{id}', { path: { id: project.id } }),
  (error) => error instanceof ServiceError && error.code === 'PROJECT_NOT_EMPTY',
);
for (const id of [session.id, copied.session.id]) await client.ask('delete /sessions/{id}', { path: { id } });
await client.ask('delete /projects/{id}', { path: { id: project.id } });
step('Deleted everything again');
