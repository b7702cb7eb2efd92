import {
  type RunningService,
  aDataDirectory,
  aDatabase,
  cleanUp,
  hasServer,
  runToEnd,
  startService,
  type Settings,
  until,
} from '../support/service-process.js';

let settings: Settings;
let service: RunningService;
beforeAll(async () => {
  settings = hasServer ? { DATABASE_URL: await aDatabase() } : { DATA_DIR: await aDataDirectory() };
  service = await startService({ ...settings, API_KEYS: 'given', FAILED_KEYS_PER_MINUTE: '0' });
});
afterAll(cleanUp);

/** Returns the output of the command, which runs beside the service and must succeed. */
async function keys(...args: readonly string[]): Promise<string> {
  const { code, output } = await runToEnd('cli/keys.js', args, settings);
  expect({ code, output }).toMatchObject({ code: 0 });
  return output;
}

const SECRET = /bss_[\w-]{43}/;
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/;

async function create(...args: readonly string[]): Promise<{ id: string; secret: string }> {
  const output = await keys('create', ...args);
  return { id: ID.exec(output)?.[0] ?? '', secret: SECRET.exec(output)?.[0] ?? '' };
}

const statusOf = async (secret: string, path = '/projects') => (await service.get(path, secret)).status;
const rowOf = async (id: string) =>
  (await keys('list')).split('\n').find((line) => line.startsWith(id)) ?? '';
const isRefused = (secret: string) => until(service, async () => (await statusOf(secret)) === 401);

/**
 * Matches a row of the list whose last date is `days` days from now, or from 10 minutes ago in case midnight has
 * passed.
 */
const endsOn = (days: number): RegExp => {
  const day = (late: number) => new Date(Date.now() + days * 86_400_000 - late).toISOString().slice(0, 10);
  return new RegExp(`(${day(0)}|${day(600_000)}) \\d\\d:\\d\\d *$`);
};

describe('npm run keys', () => {
  it('creates a key for a workspace, which works at once, and shows the secret of the key once', async () => {
    const { id, secret } = await create('--name', 'laptop', '--workspace', 'desk');
    expect(await statusOf(secret)).toBe(200);
    const made = await service.post('/projects', { name: 'P', symbol: 'BTCUSDT', timeframe: '1h' }, secret);
    expect(made.status).toBe(201);
    expect((await service.get('/projects', 'given')).body.projects).toEqual([]);

    const list = await keys('list');
    expect(list).not.toContain(secret);
    expect(await rowOf(id)).toMatch(/laptop +desk +bss_[\w-]{8}… +read,write +valid/);
    // The key has only the default scopes, but metrics need the scope admin.
    expect(await statusOf(secret, '/metrics')).toBe(403);
  });

  it('creates a key with exactly the named scopes', async () => {
    const { secret } = await create('--name', 'reader', '--scopes', 'read');
    expect(await statusOf(secret)).toBe(200);
    const body = { name: 'P', symbol: 'BTCUSDT', timeframe: '1h' };
    expect(await service.post('/projects', body, secret)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
  });

  it('creates a key with the scopes audit and delete', async () => {
    const { id, secret } = await create('--name', 'auditor', '--scopes', 'delete,audit');
    expect(await rowOf(id)).toMatch(/ audit,delete +valid/);
    expect([await statusOf(secret, '/audit'), await statusOf(secret)]).toEqual([200, 403]);
  });

  it('creates a key that expires', async () => {
    const { id, secret } = await create('--name', 'guest', '--expires', '90d');
    expect(await statusOf(secret)).toBe(200);
    expect(await rowOf(id)).toMatch(endsOn(90));
  });

  it('revokes a key within seconds, identified by the beginning of its id', async () => {
    const { id, secret } = await create('--name', 'lost');
    expect(await statusOf(secret)).toBe(200);
    await keys('revoke', id.slice(0, 30));
    await isRefused(secret);
    expect(await rowOf(id)).toContain('revoked');
    await keys('revoke', id);
  });

  it('rotates a key: both keys are valid during the overlap', async () => {
    const old = await create('--name', 'robot', '--workspace', 'factory', '--expires', '90d');
    const output = await keys('rotate', old.id);
    const renewed = { id: ID.exec(output)?.[0] ?? '', secret: SECRET.exec(output)?.[0] ?? '' };
    expect(renewed.secret).not.toBe(old.secret);
    expect([await statusOf(old.secret), await statusOf(renewed.secret)]).toEqual([200, 200]);
    expect(await rowOf(old.id)).toMatch(endsOn(1));
    expect(await rowOf(renewed.id)).toMatch(/robot +factory .* valid/);
    expect(await rowOf(renewed.id)).toMatch(endsOn(90));
    expect(output).toMatch(/\(until \d{4}-\d\d-\d\d \d\d:\d\d UTC\) replaces/);
  });

  it('never extends the validity of the old key when it rotates a key', async () => {
    const old = await create('--name', 'brief', '--expires', '1h');
    // The test compares the cells instead of the line, because the widths of the columns depend on the other rows of
    // the table.
    const cells = async () => (await rowOf(old.id)).split(/ {2,}/);
    const before = await cells();
    await keys('rotate', old.id, '--overlap', '24h');
    expect(await cells()).toEqual(before);
  });

  it('rotates a key: only the new key is valid after the overlap', async () => {
    const old = await create('--name', 'robot');
    const secret = SECRET.exec(await keys('rotate', old.id, '--overlap', '0s'))?.[0] ?? '';
    await isRefused(old.secret);
    expect(await statusOf(secret)).toBe(200);
    expect(await rowOf(old.id)).toContain('expired');
    const again = await runToEnd('cli/keys.js', ['rotate', old.id], settings);
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is expired; create a new one') });
  });

  it('reads an expiry as UTC in any time zone', async () => {
    const TZ = { TZ: 'America/New_York' };
    const args = ['create', '--name', 'utc', '--expires', '2999-01-01T00:00'];
    const { output } = await runToEnd('cli/keys.js', args, { ...settings, ...TZ });
    expect(await rowOf(ID.exec(output)?.[0] ?? '')).toContain('2999-01-01 00:00');
  });

  it.each([
    [['create'], /--name/],
    [['create', '--name', 'a b'], /letters, digits/],
    [['create', '--name', 'a', '--scopes', 'read,all'], /read, write, admin, audit, delete/],
    [['create', '--name', 'a', '--expires', '0d'], /in the future/],
    [['create', '--name', 'a', '--expires', '2001-01-01'], /in the future/],
    [['revoke', 'nothing'], /No key, or more than one/],
    [['rotate', 'nothing'], /No key, or more than one/],
    [['rotate', '0', '--overlap', 'soon'], /duration such as/],
    [['destroy'], /unknown command/],
  ])('refuses %j and names the reason', async (args, why) => {
    const { code, output } = await runToEnd('cli/keys.js', args, settings);
    expect(code).toBe(1);
    expect(output).toMatch(why);
    expect(output).not.toMatch(/\bat \S+ \(/);
  });

  it('refuses to rotate a revoked key', async () => {
    const { id } = await create('--name', 'gone');
    await keys('revoke', id);
    const { code, output } = await runToEnd('cli/keys.js', ['rotate', id], settings);
    expect(code).toBe(1);
    expect(output).toContain('is revoked');
  });
});
