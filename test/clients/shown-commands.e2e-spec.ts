import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  aDataDirectory,
  aDirectory,
  cleanUp,
  RunningService,
  Settings,
  run,
  startService,
} from '../support/service-process.js';
import { expectShownOutput, hasCurl, runCommands, shellBlocksOf } from '../support/shown-commands.js';

if (!hasCurl)
  process.stderr.write(
    'Not checked: the commands of README.md, docs/tour.md and docs/replay.md (no bash or no curl).\n',
  );

/** Creates the database that a first command creates in the directory. It has no key yet. */
async function withDatabase(directory: string): Promise<void> {
  await cp(await aDataDirectory(), join(directory, '.data'), { recursive: true });
}

/** Starts the service as a new user does: it has no key yet, and writes one to `.data/api-key` of the directory. */
async function firstStart(settings: Settings, directory: string): Promise<RunningService> {
  await withDatabase(directory);
  return startService(settings, directory);
}

afterAll(cleanUp);

(hasCurl ? describe : describe.skip)('README.md', () => {
  it('creates a project, a session and a trade and reads the statistics, and shows the actual responses', async () => {
    const [requests = ''] = await shellBlocksOf('README.md');
    const paths = Array.from(requests.matchAll(/curl -sS \$URL\/(\S+)/g), ([, path]) => path);
    expect(paths).toEqual(['projects', 'sessions', 'sessions/$SESSION/trades', 'sessions/$SESSION/stats']);

    const directory = await aDirectory();
    const service = await firstStart({}, directory);
    expect(await expectShownOutput([requests], service, directory)).toBe(2);
  });
});

(hasCurl ? describe : describe.skip)('docs/tour.md', () => {
  it('shows the actual output of its commands', async () => {
    const [start = '', ...blocks] = await shellBlocksOf('docs/tour.md');
    const [, setting = '', value = ''] = /^(\w+)=(\S+) npm start$/m.exec(start) ?? [];
    const directory = await aDirectory();
    const service = await firstStart({ [setting]: value }, directory);

    expect(await expectShownOutput(blocks, service, directory)).toBeGreaterThanOrEqual(8);
    expect(await readFile(join(directory, 'report.html'), 'utf8')).toMatch(
      /^<!doctype html>[^]*London open/i,
    );
  });
});

(hasCurl ? describe : describe.skip)('docs/replay.md', () => {
  it('shows the actual responses of every request of a replay', async () => {
    const [minutes = '', start = '', ...blocks] = await shellBlocksOf('docs/replay.md');
    const [, args = '', setting = '', value = ''] =
      /^npm run candles -- (.+)\n(\w+)=(\S+) npm start$/m.exec(start) ?? [];
    const directory = await aDirectory();
    await withDatabase(directory);
    await runCommands(minutes, directory);
    const candles = run('cli/candles.js', args.split(' '), {}, directory);
    expect(await candles.exited).toMatchObject({ code: 0 });
    const service = await startService({ [setting]: value }, directory);

    expect(await expectShownOutput(blocks, service, directory)).toBeGreaterThanOrEqual(25);
  });
});
