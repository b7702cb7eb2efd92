import { spawnSync } from 'node:child_process';
import { WITH_KEY, aDataDirectory, cleanUp, startService } from '../../support/service-process.js';

afterAll(cleanUp);

/** Limits the size of the largest file that a running process may write. This simulates a full disk for one process. */
const limitFiles = (pid: number, bytes: number) => spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}`]);

const canLimit = spawnSync('prlimit', ['--version']).status === 0;

describe('an embedded database that cannot write its log', () => {
  it('ends the service with a clear log line; all acknowledged data exists after a restart', async () => {
    if (!canLimit) {
      process.stderr.write(
        'Not checked: the failure of the embedded database (needs prlimit of util-linux).\n',
      );
      return;
    }
    const settings = { ...WITH_KEY, DATA_DIR: await aDataDirectory() };
    const service = await startService(settings);
    const project = { name: 'Before', symbol: 'BTCUSDT', timeframe: '15m' };
    expect((await service.post('/projects', project)).status).toBe(201);
    limitFiles(service.pid, 4096);

    const answer = await service.post('/projects', { ...project, name: 'After' }).catch(() => null);
    expect([undefined, 503]).toContain(answer?.status);
    expect(await service.exited).toEqual({ code: 1, signal: null });
    expect(service.output()).toMatch(
      /"level":60.*could not write to (log )?file.*the embedded database failed/,
    );

    const again = await startService(settings);
    const { body } = await again.get('/projects');
    expect(body.projects.map(({ name }: { name: string }) => name)).toEqual(['Before']);
  });
});
