import { TestApp, startTestApp } from './support/app.js';
import { Fields, aProject, aSession, projectInput } from './support/factories.js';
import { expectProblem } from './support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('POST /projects', () => {
  it('creates a project with its name trimmed and its symbol in upper case', async () => {
    const before = Date.now();
    const { body } = await t.call
      .post('/projects', { name: '  Breakout ', symbol: 'btcusdt', timeframe: '15m' })
      .expect(201);
    expect(body).toEqual({
      project: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        name: 'Breakout',
        symbol: 'BTCUSDT',
        timeframe: '15m',
        createdAt: expect.any(Number),
        updatedAt: body.project.createdAt,
      },
    });
    expect(body.project.createdAt).toBeGreaterThanOrEqual(before);
    expect(body.project.createdAt).toBeLessThanOrEqual(Date.now());
    expect(Number.isInteger(body.project.createdAt)).toBe(true);
  });

  const accepted: [what: string, fields: Fields, stored?: Fields][] = [
    ['a name of one character', { name: 'x' }],
    ['a name of 200 characters', { name: 'x'.repeat(200) }],
    ['200 characters that take two units each', { name: '🚀'.repeat(200) }],
    ['200 characters inside of white space', { name: ` \t${'x'.repeat(200)}\n ` }, { name: 'x'.repeat(200) }],
    ['a name with inner white space and quotes', { name: `a  "b"\n'c' \\ %s` }],
    ['a symbol of one digit', { symbol: '1' }],
    ['a symbol of 32 characters', { symbol: 'a1'.repeat(16) }, { symbol: 'A1'.repeat(16) }],
    ...['1m', '5m', '15m', '1h', '4h', '1d'].map((timeframe): [string, Fields] => [
      `the timeframe ${timeframe}`,
      { timeframe },
    ]),
  ];
  it.each(accepted)('accepts %s', async (_, fields, stored = fields) => {
    expect(await aProject(t.call, fields)).toMatchObject(stored);
  });

  const refused: [what: string, body: Fields, ...fields: string[]][] = [
    ['nothing at all', {}, 'name', 'symbol', 'timeframe'],
    ['a name of white space', projectInput({ name: ' \t\n ' }), 'name'],
    ['a name of 201 characters', projectInput({ name: 'x'.repeat(201) }), 'name'],
    ['an empty symbol', projectInput({ symbol: '' }), 'symbol'],
    ['a symbol of 33 characters', projectInput({ symbol: 'X'.repeat(33) }), 'symbol'],
    ['a symbol with a slash', projectInput({ symbol: 'BTC/USDT' }), 'symbol'],
    ['a symbol with white space around it', projectInput({ symbol: ' BTCUSDT' }), 'symbol'],
    ['a symbol with a letter that only looks like S', projectInput({ symbol: 'BTCUſDT' }), 'symbol'],
    ['a timeframe in upper case', projectInput({ timeframe: '1H' }), 'timeframe'],
    ['a timeframe that is no interval of ours', projectInput({ timeframe: '30m' }), 'timeframe'],
    ['null', { name: null, symbol: null, timeframe: null }, 'name', 'symbol', 'timeframe'],
    [
      'what the server sets',
      projectInput({ id: 'x', createdAt: 1, updatedAt: 1 }),
      'createdAt',
      'id',
      'updatedAt',
    ],
    ['a field of another resource', projectInput({ projectId: 'x' }), 'projectId'],
  ];
  it.each(refused)('refuses %s and names the fields', async (_, body, ...fields) => {
    expectProblem(await t.call.post('/projects', body), 'VALIDATION_FAILED', fields);
  });

  it('keeps nothing of what it refuses', async () => {
    const listed = async () => (await t.call.get('/projects').expect(200)).body.projects.length;
    const before = await listed();
    await t.call.post('/projects', projectInput({ timeframe: '2m' })).expect(400);
    expect(await listed()).toBe(before);
  });
});

describe('GET /projects', () => {
  it('lists nothing for a workspace without projects', async () => {
    expect((await t.other.get('/projects').expect(200)).body).toEqual({ projects: [] });
  });

  it('lists each project as it was created, newest first', async () => {
    const made = [];
    for (const name of ['first', 'second', 'third', 'fourth']) made.push(await aProject(t.call, { name }));
    const { body } = await t.call.get('/projects').expect(200);
    expect(Object.keys(body)).toEqual(['projects']);
    expect(body.projects.slice(0, 4)).toEqual(made.toReversed());
  });

  it('lists projects of the same millisecond by their ids, newest first', async () => {
    await Promise.all(Array.from({ length: 12 }, () => aProject(t.call)));
    const { body } = await t.call.get('/projects').expect(200);
    const order = body.projects.map(
      ({ createdAt, id }: { createdAt: number; id: string }) => `${createdAt} ${id}`,
    );
    expect(order).toEqual(order.toSorted().toReversed());
  });

  it('shows a project unchanged by the sessions in it', async () => {
    const project = await aProject(t.call);
    const { id } = await aSession(t.call, { projectId: project.id });
    await t.call.post(`/sessions/${id}/finish`).expect(200);
    const { body } = await t.call.get('/projects').expect(200);
    expect(body.projects).toContainEqual(project);
  });
});
