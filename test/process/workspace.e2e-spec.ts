import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type RunningService,
  type Settings,
  WITH_KEY,
  aDataDirectory,
  aDatabase,
  aDirectory,
  aTrade,
  cleanUp,
  hasServer,
  newSession,
  run,
  runToEnd,
  startService,
  until,
} from '../support/service-process.js';

const TRADES = 20_000;
const BATCH = 500;

/** An embedded database with a running service, and the destination of the workspace: a server if the run has one. */
let old: Settings;
let target: Settings;
let service: RunningService;
let session: string;
let files: string;
beforeAll(async () => {
  old = { DATA_DIR: await aDataDirectory() };
  target = hasServer ? { DATABASE_URL: await aDatabase() } : { DATA_DIR: await aDataDirectory() };
  files = await aDirectory();
  service = await startService({ ...old, ...WITH_KEY });
  session = await newSession(service);
  for (let sent = 0; sent < TRADES; sent += BATCH) {
    const trades = Array.from({ length: BATCH }, (_, i) => aTrade(`c${sent + i}`));
    expect((await service.post(`/sessions/${session}/trades`, { trades })).status).toBe(201);
  }
  await service.post('/projects', { name: 'Other', symbol: 'A', timeframe: '1h' });
});
afterAll(cleanUp);

const inFiles = (name: string): string => join(files, name);

/** Returns the output of the command, which must succeed. */
async function workspace(settings: Settings, ...args: readonly string[]): Promise<string> {
  const { code, output } = await runToEnd('cli/workspace.js', args, settings);
  expect({ code, output }).toMatchObject({ code: 0 });
  return output;
}

describe('npm run workspace', () => {
  it('moves a workspace from the embedded database of a running service to a server and back', async () => {
    const output = await workspace(old, 'export', 'default', inFiles('first'));
    expect(output).toMatch(/^trades +20000$/m);
    expect((await stat(inFiles('first'))).mode & 0o777).toBe(0o600);
    const { entries } = (await service.get('/audit?action=workspace.export')).body;
    expect(entries).toMatchObject([
      { actor: { kind: 'command', id: 'cli' }, resource: { type: 'workspace' } },
    ]);
    expect(entries[0].count).toBeGreaterThan(TRADES);
    expect(await workspace(target, 'import', 'default', inFiles('first'))).toMatch(/^trades +20000$/m);
    await workspace(target, 'export', 'default', inFiles('second'));
    const back = { DATA_DIR: await aDataDirectory() };
    await workspace(back, 'import', 'default', inFiles('second'));
    await workspace(back, 'export', 'default', inFiles('third'));
    const first = await readFile(inFiles('first'));
    for (const name of ['second', 'third']) expect(first.equals(await readFile(inFiles(name)))).toBe(true);

    const path = `/sessions/${session}/stats`;
    const expected = (await service.get(path)).body;
    expect(expected.stats.tradeCount).toBe(TRADES);
    for (const settings of [target, back]) {
      const moved = await startService({ ...settings, ...WITH_KEY });
      expect((await moved.get(path)).body).toEqual(expected);
      await moved.kill('SIGTERM');
    }
  });

  it('lists how many rows each workspace stores', async () => {
    const output = await workspace(old, 'list');
    expect(output).toMatch(/^name +id +created +projects +sessions +trades +keys$/m);
    expect(output).toMatch(/^default +[0-9a-f-]{36} +\S+ \S+ +2 +1 +20000 +\d+$/m);
  });

  it('erases a workspace only if its name is given twice, and otherwise prints what would be erased', async () => {
    for (const args of [['default'], ['default', '--yes', 'other']]) {
      const refused = await runToEnd('cli/workspace.js', ['erase', ...args], target);
      expect(refused).toMatchObject({
        code: 1,
        output: expect.stringMatching(/^Nothing was erased[^]*Instances of 1\.1 and older/),
      });
      expect(refused.output).toMatch(/^trades +20000$/m);
    }
    expect(await workspace(target, 'erase', 'default', '--yes', 'default')).toMatch(/^trades +20000$/m);
    expect(await workspace(target, 'list')).toMatch(/^default .* 0 +0 +0 +0$/m);
    await workspace(target, 'import', 'default', inFiles('first'));
    expect(await workspace(target, 'list')).toMatch(/^default .* 2 +1 +20000 +0$/m);
  });

  it('leaves no file behind if there is nothing to export, and never overwrites a file', async () => {
    const absent = await runToEnd('cli/workspace.js', ['export', 'nowhere', inFiles('absent')], old);
    expect(absent).toEqual({ code: 1, signal: null, output: 'There is no workspace "nowhere"; "list" shows what there is.\n' }); // prettier-ignore
    for (const name of ['absent', 'absent.part']) expect(existsSync(inFiles(name))).toBe(false);
    await writeFile(inFiles('mine'), 'mine');
    const taken = await runToEnd('cli/workspace.js', ['export', 'default', inFiles('mine')], old);
    expect(taken).toMatchObject({
      code: 1,
      output: expect.stringMatching(/exists: name another file, or remove it\./),
    });
    expect(await readFile(inFiles('mine'), 'utf8')).toBe('mine');
  });

  it('exports again after an export was killed, because the killed export leaves no file with this name', async () => {
    const exporting = run('cli/workspace.js', ['export', 'default', inFiles('killed')], old);
    await until(exporting, () => existsSync(inFiles('killed.part')));
    await exporting.kill('SIGKILL');
    expect(existsSync(inFiles('killed'))).toBe(false);
    await writeFile(inFiles('killed.part'), 'x'.repeat(50_000_000));
    await workspace(old, 'export', 'default', inFiles('killed'));
    expect((await readFile(inFiles('killed'))).equals(await readFile(inFiles('first')))).toBe(true);
    expect((await stat(inFiles('killed'))).mode & 0o777).toBe(0o600);
    expect(existsSync(inFiles('killed.part'))).toBe(false);
  });

  it.each([
    [['import', 'default', 'no-such-file'], /ENOENT/],
    [['import', 'a b', 'x'], /letters, digits/],
    [['erase', 'nowhere'], /There is no workspace/],
    [['move'], /unknown command/],
  ])('refuses %j and names the reason', async (args, why) => {
    const { code, output } = await runToEnd('cli/workspace.js', args, old);
    expect(code).toBe(1);
    expect(output).toMatch(why);
    expect(output).not.toMatch(/\bat \S+ \(/);
  });
});
