import { type Step, answers, refuses } from '../support/scripted-server.js';
import { ScriptedClients, failure } from '../support/scripted-client.js';

const clients = new ScriptedClients();

const ok = answers(200, { projects: [] });

describe('a request of the TypeScript client', () => {
  it('contains the key, the parameters, the query and the body', async () => {
    const client = await clients.clientOf([ok]);
    await client.get('/projects/{id}/comparison', {
      params: { id: 'a/b ä' },
      query: { sessionIds: ['a', 'b'], pairs: undefined, breakEvenThreshold: 0 },
    });
    await client.put('/sessions/{id}/state', { params: { id: 's' }, body: { state: {} } });
    expect(clients.sent()).toEqual([
      'GET /base/projects/a%2Fb%20%C3%A4/comparison?sessionIds=a%2Cb&breakEvenThreshold=0',
      'PUT /base/sessions/s/state',
    ]);
    const [first, second] = clients.server.requests;
    expect(first?.headers).toMatchObject({ 'x-api-key': 'a-key' });
    expect(first?.headers['content-type']).toBeUndefined();
    expect(second).toMatchObject({ headers: { 'content-type': 'application/json' }, body: '{"state":{}}' });
  });

  it('contains the current token in each attempt', async () => {
    let renewals = 0;
    const token = () => Promise.resolve(`token-${(renewals += 1)}`);
    const client = await clients.clientOf([refuses(503, 'BUSY'), ok], { apiKey: undefined, token });
    await client.get('/projects');
    expect(clients.server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect(clients.server.requests[0]?.headers['x-api-key']).toBeUndefined();
  });

  it.each(['', '.', '..', undefined])('is not sent with %j in its path', async (id) => {
    const client = await clients.clientOf([ok]);
    expect(String(await failure(client.delete('/sessions/{id}', { params: { id } })))).toMatch(
      /TypeError.* id /,
    );
    expect(clients.sent()).toEqual([]);
  });
});

describe('the TypeScript client, with more values than one request can have,', () => {
  const trades = (count: number) =>
    Array.from({ length: count }, (_, number) => ({ clientId: String(number) }));
  const store: Step = (response, { body }) => {
    const batch = (JSON.parse(body) as { trades: object[] }).trades;
    answers(201, { inserted: batch.length - 1, trades: batch })(response, undefined as never);
  };

  it('sends trades in batches of 500', async () => {
    const client = await clients.clientOf([store]);
    expect(await client.addTrades('s', trades(1001))).toEqual({ inserted: 998, trades: trades(1001) });
    const sizes = clients.server.requests.map(
      ({ body }) => (JSON.parse(body) as { trades: object[] }).trades.length,
    );
    expect(sizes).toEqual([500, 500, 1]);
  });

  it('sends no further batch after a refused batch; the error numbers the trades from the first batch on', async () => {
    const details = [{ field: 'trades[3].qty', message: 'must be positive' }];
    const client = await clients.clientOf([store, refuses(400, 'VALIDATION_FAILED', {}, details)]);
    expect(await failure(client.addTrades('s', trades(1001)))).toMatchObject({
      details: [{ field: 'trades[503].qty', message: 'must be positive' }],
    });
    expect(clients.sent().length).toBe(2);
  });

  it('reads a list page by page, with the same filters', async () => {
    const client = await clients.clientOf([
      refuses(503, 'BUSY'),
      answers(200, { sessions: [{ id: 1 }, { id: 2 }], nextCursor: 'x' }),
      answers(200, { sessions: [], nextCursor: 'y' }),
      answers(200, { sessions: [{ id: 3 }], nextCursor: null }),
    ]);
    const ids = [];
    for await (const item of client.items('/sessions', { query: { tag: 'a' } })) ids.push(item);
    expect(ids).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(clients.sent().slice(1)).toEqual(
      ['', '&cursor=x', '&cursor=y'].map((more) => `GET /base/sessions?tag=a${more}`),
    );
  });

  it('throws an error if a program without types asks for the pages of a path that has no pages', async () => {
    const client = await clients.clientOf([ok]);
    const path = '/projects' as '/sessions';
    await expect(client.items(path, {}).next()).rejects.toThrow(
      new TypeError('/projects is not a list that has pages'),
    );
  });

  it('reads candles page by page, each from the nextFrom of the previous page', async () => {
    const client = await clients.clientOf([
      answers(200, { candles: [1], nextFrom: 5 }),
      answers(200, { candles: [2], nextFrom: null }),
    ]);
    const pages = [];
    for await (const page of client.pages('/candles/range', { query: { from: 1, to: 9 } })) pages.push(page);
    expect(pages.length).toBe(2);
    expect(clients.sent()).toEqual([
      'GET /base/candles/range?from=1&to=9',
      'GET /base/candles/range?from=5&to=9',
    ]);
  });

  it('sends the intervals of candles as of an instant with commas between them', async () => {
    const client = await clients.clientOf([answers(200, { series: [] })]);
    await client.get('/candles/as-of', { query: { symbol: 'A', intervals: ['5m', '1h'], at: 7 } });
    expect(clients.sent()).toEqual(['GET /base/candles/as-of?symbol=A&intervals=5m%2C1h&at=7']);
  });

  it('returns null for a response that has not changed', async () => {
    const client = await clients.clientOf([
      answers(200, { stats: 1 }, { etag: '"a"' }),
      (response) => response.writeHead(304).end(),
    ]);
    const options = { params: { id: 's' } };
    expect(await client.getIfChanged('/sessions/{id}/stats', options)).toEqual({
      answer: { stats: 1 },
      etag: '"a"',
    });
    expect(await client.getIfChanged('/sessions/{id}/stats', { ...options, etag: '"a"' })).toBeNull();
    expect(clients.server.requests.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"a"',
    ]);
  });
});
