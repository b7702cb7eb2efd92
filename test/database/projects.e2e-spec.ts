import { TestApp, startTestApp } from '../support/app.js';
import { Fields, aProject, aSession, projectInput } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('POST /projects', () => {
  it('trims the name and stores the symbol in upper case', async () => {
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
    ...['1m', '5m', '15m', '1h', '4h', '1d', '30s', '30m', '3d', '2w', '1M', '9999m'].map(
      (timeframe): [string, Fields] => [`the timeframe ${timeframe}`, { timeframe }],
    ),
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
    ['the timeframe 60', projectInput({ timeframe: '60' }), 'timeframe'],
    ['the timeframe H1', projectInput({ timeframe: 'H1' }), 'timeframe'],
    ['the timeframe 0m', projectInput({ timeframe: '0m' }), 'timeframe'],
    ['the timeframe 05m', projectInput({ timeframe: '05m' }), 'timeframe'],
    ['the timeframe 10000m', projectInput({ timeframe: '10000m' }), 'timeframe'],
    ['the timeframe 1y', projectInput({ timeframe: '1y' }), 'timeframe'],
    ['the timeframe m', projectInput({ timeframe: 'm' }), 'timeframe'],
    ['the timeframe -1m', projectInput({ timeframe: '-1m' }), 'timeframe'],
    ['the timeframe 1.5h', projectInput({ timeframe: '1.5h' }), 'timeframe'],
    ['a timeframe with a line break', projectInput({ timeframe: '1m\n' }), 'timeframe'],
    ['a timeframe that is a number', projectInput({ timeframe: 60 }), 'timeframe'],
    ['null', { name: null, symbol: null, timeframe: null }, 'name', 'symbol', 'timeframe'],
    [
      'fields that the server sets',
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

  it('stores nothing if it refuses a request', async () => {
    const listed = async () => (await t.call.get('/projects').expect(200)).body.projects.length;
    const before = await listed();
    await t.call.post('/projects', projectInput({ timeframe: '2x' })).expect(400);
    expect(await listed()).toBe(before);
  });
});

describe('GET /projects', () => {
  it('returns an empty list for a workspace without projects', async () => {
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

  it('does not change updatedAt of a project when a session is added', async () => {
    const project = await aProject(t.call);
    const { id } = await aSession(t.call, { projectId: project.id });
    await t.call.post(`/sessions/${id}/finish`).expect(200);
    const { body } = await t.call.get('/projects').expect(200);
    expect(body.projects).toContainEqual(project);
  });
});

const UNKNOWN = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';

describe('GET /projects/{id}', () => {
  it('returns the project, and 404 for an id that is not a project of the workspace', async () => {
    const project = await aProject(t.call);
    expect((await t.call.get(`/projects/${project.id}`).expect(200)).body).toEqual({ project });
    for (const id of [UNKNOWN, 'x']) expectProblem(await t.call.get(`/projects/${id}`), 'PROJECT_NOT_FOUND');
    expectProblem(await t.other.get(`/projects/${project.id}`), 'PROJECT_NOT_FOUND');
  });
});

describe('PATCH /projects/{id}', () => {
  it.each([
    { name: 'Renamed' },
    { symbol: 'ETHUSDT' },
    { timeframe: '4h' },
    { name: 'x'.repeat(200), symbol: 'A'.repeat(32), timeframe: '1d' },
  ])('changes only the sent fields %j', async (changes) => {
    const project = await aProject(t.call);
    const { body } = await t.call.patch(`/projects/${project.id}`, changes).expect(200);
    expect(body).toEqual({ project: { ...project, ...changes, updatedAt: expect.any(Number) } });
    expect(body.project.updatedAt).toBeGreaterThanOrEqual(project.updatedAt);
    expect((await t.call.get(`/projects/${project.id}`)).body).toEqual(body);
  });

  it('does not change the assets of existing sessions, but gives its symbol to new sessions', async () => {
    const project = await aProject(t.call);
    const before = await aSession(t.call, { projectId: project.id });
    await t.call.patch(`/projects/${project.id}`, { symbol: 'ethusdt' }).expect(200);
    expect((await t.call.get(`/sessions/${before.id}`)).body.session).toEqual(before);
    const after = await aSession(t.call, { projectId: project.id });
    expect([before, after].map(({ assets }) => assets[0]!.symbol)).toEqual(['BTCUSDT', 'ETHUSDT']);
  });

  it('changes nothing if no value differs', async () => {
    const project = await aProject(t.call);
    for (const same of [{}, undefined, { name: ` ${project.name} `, symbol: 'btcusdt', timeframe: '15m' }])
      expect((await t.call.patch(`/projects/${project.id}`, same).expect(200)).body).toEqual({ project });
  });

  const refused: [what: string, changes: Fields, field: string][] = [
    ['an empty name', { name: ' ' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['no name', { name: null }, 'name'],
    ['a symbol of 33 characters', { symbol: 'A'.repeat(33) }, 'symbol'],
    ['an unknown timeframe', { timeframe: '2x' }, 'timeframe'],
    ['an id', { id: UNKNOWN }, 'id'],
    ['a time', { updatedAt: 1 }, 'updatedAt'],
  ];
  it.each(refused)('refuses %s', async (_, changes, field) => {
    const project = await aProject(t.call);
    const answer = await t.call.patch(`/projects/${project.id}`, { symbol: 'X', ...changes });
    expectProblem(answer, 'VALIDATION_FAILED', [field]);
    expect((await t.call.get(`/projects/${project.id}`)).body).toEqual({ project });
  });

  it('returns 404 for an id that is not a project of the workspace', async () => {
    const { id } = await aProject(t.call);
    for (const one of [UNKNOWN, 'x'])
      expectProblem(await t.call.patch(`/projects/${one}`, { name: 'x' }), 'PROJECT_NOT_FOUND');
    expectProblem(await t.other.patch(`/projects/${id}`, { name: 'x' }), 'PROJECT_NOT_FOUND');
  });
});

describe('DELETE /projects/{id}', () => {
  it('removes a project once its sessions are deleted', async () => {
    const { projectId, id } = await aSession(t.call);
    expectProblem(await t.call.delete(`/projects/${projectId}`), 'PROJECT_NOT_EMPTY');
    await t.call.delete(`/sessions/${id}`).expect(204);
    await t.call.delete(`/projects/${projectId}`).expect(204);
    expectProblem(await t.call.get(`/projects/${projectId}`), 'PROJECT_NOT_FOUND');
    expectProblem(await t.call.delete(`/projects/${projectId}`), 'PROJECT_NOT_FOUND');
    expectProblem(
      await t.call.post('/sessions', { projectId, name: 'x', initialBalance: 1 }),
      'PROJECT_NOT_FOUND',
    );
  });

  it('returns 404 for an id that is not a project of the workspace', async () => {
    const { id } = await aProject(t.call);
    for (const one of [UNKNOWN, 'x'])
      expectProblem(await t.call.delete(`/projects/${one}`), 'PROJECT_NOT_FOUND');
    expectProblem(await t.other.delete(`/projects/${id}`), 'PROJECT_NOT_FOUND');
    await t.call.get(`/projects/${id}`).expect(200);
  });
});
