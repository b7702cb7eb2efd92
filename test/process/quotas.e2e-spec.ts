import {
  KEY,
  type RunningService,
  type Settings,
  aDataDirectory,
  aDatabase,
  aTrade,
  cleanUp,
  hasServer,
  newSession,
  runToEnd,
  startService,
  until,
} from '../support/service-process.js';

let settings: Settings;
let service: RunningService;
beforeAll(async () => {
  settings = hasServer ? { DATABASE_URL: await aDatabase() } : { DATA_DIR: await aDataDirectory() };
  service = await startService({ ...settings, API_KEYS: `team@desk:${KEY}` });
});
afterAll(cleanUp);

/** Runs the command beside the service. */
const quotas = (...args: readonly string[]) => runToEnd('cli/quotas.js', args, settings);

/** Returns the cells of a row of the listing. */
const cellsOf = (output: string, workspace: string) =>
  output
    .split('\n')
    .find((line) => line.startsWith(workspace))
    ?.trim()
    .split(/ {2,}/);

describe('npm run quotas', () => {
  it('sets, shows and removes quotas; the running service applies the change within seconds', async () => {
    const session = await newSession(service);
    const send = async (clientId: string) =>
      (await service.post(`/sessions/${session}/trades`, { trades: [aTrade(clientId)] }, KEY)).status;
    expect(await send('1')).toBe(201);
    expect(await quotas('set', 'desk', '--trades', '1', '--requests', '1000')).toMatchObject({ code: 0 });
    await until(service, async () => (await send(`${Math.random()}`)) === 409);
    const recorded = async () => (await service.get('/audit?action=quotas.set')).body.entries;
    expect(await recorded()).toMatchObject([{ actor: { kind: 'command', id: 'cli' } }]);
    const { output } = await quotas('show', 'desk');
    const [name, sessions, trades, requests, statistics] = cellsOf(output, 'desk') ?? [];
    expect([name, sessions, requests, statistics]).toEqual(['desk', '1 of any', '1000', 'any']);
    expect(trades).toMatch(/^\d+ of 1$/);

    expect(await quotas('set', 'desk', '--trades', 'none')).toMatchObject({ code: 0 });
    await until(service, async () => (await send('2')) === 201);
    expect(cellsOf((await quotas('show')).output, 'desk')?.[2]).toMatch(/ of any$/);
    expect(cellsOf((await quotas('show')).output, 'desk')?.[3]).toBe('1000');
  });

  it.each([
    [['set', 'nobody', '--trades', '1'], 'There is no workspace nobody'],
    [['set', 'desk'], 'Name a quota: --sessions, --trades, --requests, --statistics.'],
    [['set', 'desk', '--trades', '1.5'], 'must be "none" or a whole number from 0 to 1000000000000'],
    [['set', 'desk', '--requests', '1000000001'], 'must be "none" or a whole number from 0 to 1000000000'],
    [['show', 'nobody'], 'There is no workspace nobody'],
  ])('refuses %j with a message', async (args, sentence) => {
    const { code, output } = await quotas(...args);
    expect(code).toBe(1);
    expect(output).toContain(sentence);
  });
});
