import assert from 'node:assert/strict';
import { BacktestClient, type NewTrade, ServiceError } from 'backtest-session';

const { BASE_URL = 'http://localhost:3000', API_KEY = '' } = process.env;
const client = new BacktestClient({ baseUrl: BASE_URL, apiKey: API_KEY });

const step = (text: string) => process.stdout.write(`${text}\n`);

const START = Date.UTC(2024, 0, 10);
const HOUR = 3_600_000;

/** Returns a closed trade of one minute. Each number gives a different trade. */
const trade = (number: number, exitPrice: number): NewTrade => ({
  clientId: `trade-${number}`,
  side: 'long',
  qty: 1,
  entryPrice: 1000,
  entryTime: START + number * HOUR,
  exitPrice,
  exitTime: START + number * HOUR + 60_000,
  stopLoss: 990,
});

const CSV = [
  'clientId,side,qty,entryPrice,entryTime,exitPrice,exitTime',
  'csv-1,long,1,1000,2024-01-11T00:00:00Z,1012,2024-01-11T00:30:00Z',
  'csv-2,short,1,1000,2024-01-11T02:00:00Z,1003,2024-01-11T02:30:00Z',
].join('\n');

const { project } = await client.post('/projects', {
  body: { name: 'Front end', symbol: 'BTCUSDT', timeframe: '15m' },
});
const { session } = await client.post('/sessions', {
  body: { projectId: project.id, name: 'Run 1', initialBalance: 10_000, tags: ['draft'] },
});
const params = { id: session.id };
step(`Created project ${project.id} and session ${session.id}`);

const changes = client.events(session.id);
const nextTradeCount = async () => {
  const { value } = await changes.next();
  return value?.type === 'session' ? value.session.summary.tradeCount : null;
};
assert.equal(await nextTradeCount(), 0);

const { inserted } = await client.addTrades(session.id, [trade(1, 1020), trade(2, 985), trade(3, 1015)]);
assert.equal(inserted, 3);
assert.equal(await nextTradeCount(), 3);
await changes.return();
step('Ingested trades, and saw the change of the session');

const seen: string[] = [];
for await (const { clientId } of client.items('/sessions/{id}/trades', { params, query: { count: 2 } }))
  seen.push(clientId);
assert.deepEqual(seen, ['trade-1', 'trade-2', 'trade-3']);

const ids: string[] = [];
for await (const page of client.pages('/sessions', { query: { projectId: project.id, tag: 'draft' } }))
  ids.push(...page.sessions.map(({ id }) => id));
assert.deepEqual(ids, [session.id]);
step('Listed the trades and sessions page by page');

const { session: record } = await client.get('/sessions/{id}/record', { params });
assert.equal(record.summary.tradeCount, 3);
assert.equal(record.summary.plNet, 20);
const stats = await client.getIfChanged('/sessions/{id}/stats', { params });
assert.equal(stats?.answer.stats.tradeCount, 3);
assert.equal(await client.getIfChanged('/sessions/{id}/stats', { params, etag: stats?.etag }), null);

const renamed = await client.patch('/sessions/{id}', {
  params,
  body: { name: 'Run 1, reviewed', tags: ['reviewed', 'btc'] },
});
assert.deepEqual(renamed.session.tags, ['reviewed', 'btc']);
const { tags } = await client.get('/projects/{id}/tags', { params: { id: project.id } });
assert.equal(tags.length, 2);

const { trades } = await client.get('/sessions/{id}/trades', { params });
const edited = await client.patch('/sessions/{id}/trades/{tradeId}', {
  params: { ...params, tradeId: trades[1]!.id },
  body: { exitPrice: 995, note: 'Exit corrected' },
});
assert.equal(edited.trade.plNet, -5);
step('Edited and tagged the session and a trade');

const preview = await client.post('/sessions/{id}/trades/preview', {
  params,
  body: { trades: [trade(1, 1020), trade(4, 1030)] },
});
assert.deepEqual(
  preview.verdicts.map(({ verdict }) => verdict),
  ['stored', 'new'],
);

const imported = await client.post('/sessions/{id}/trades/import', {
  params,
  query: { source: 'csv' },
  contentType: 'text/csv',
  body: CSV,
});
assert.equal('inserted' in imported && imported.inserted, 2);
step('Previewed a batch and imported a file');

const copied = await client.post('/sessions/{id}/copy', {
  params,
  body: { name: 'Run 1 at 0.1 %', feesConfig: { entryFee: 0.1, exitFee: 0.1, type: 'percent' } },
});
const comparison = await client.get('/projects/{id}/comparison', {
  params: { id: project.id },
  query: { sessionIds: [session.id, copied.session.id] },
});
assert.deepEqual(
  comparison.sessions.map(({ figures }) => figures.tradeCount),
  [5, 5],
);
assert.equal(comparison.pairs[0]?.sharedMarketTime, 1);
step('Copied the session at other fees and compared the two');

const file = await client.send('get', '/sessions/{id}/trades/export', { params, query: { format: 'csv' } });
assert.equal((await file.text()).trimEnd().split('\n').length, 6);

const state = { replay: { position: START + 4 * HOUR }, drawings: [{ kind: 'line', points: [[1, 2]] }] };
const put = await client.send('put', '/sessions/{id}/state', { params, body: { state } });
const tag = put.headers.get('etag') ?? '';
assert.deepEqual((await client.get('/sessions/{id}/state', { params })).state, state);
await client.put('/sessions/{id}/state', { params, body: { state: {} }, headers: { 'if-match': tag } });
await assert.rejects(
  client.put('/sessions/{id}/state', { params, body: { state }, headers: { 'if-match': tag } }),
  (error) => error instanceof ServiceError && error.code === 'STATE_CHANGED',
);
step('Exported the trades, and kept the state of the chart');

await assert.rejects(
  client.delete('/projects/{id}', { params: { id: project.id } }),
  (error) => error instanceof ServiceError && error.code === 'PROJECT_NOT_EMPTY',
);
for (const id of [session.id, copied.session.id]) await client.delete('/sessions/{id}', { params: { id } });
await client.delete('/projects/{id}', { params: { id: project.id } });
step('Deleted everything again');
