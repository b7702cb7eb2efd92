import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import {
  Exit,
  RunningProgram,
  WITH_KEY,
  aDataDirectory,
  aDirectory,
  cleanUp,
  launch,
  listening,
  run,
  runToEnd,
  startService,
  until,
} from '../support/service-process.js';

const REFUSAL = /^DATA_DIR \/\S+ is in use by another service \(process (\d+)\)\. Stop it, /m;
const REFUSED: Exit = { code: 1, signal: null };

afterAll(cleanUp);

describe('a data directory', () => {
  it('cannot be used by a second service at the same time, and the first service keeps working', async () => {
    const settings = { ...WITH_KEY, DATA_DIR: await aDataDirectory() };
    const first = await startService(settings);
    const second = launch(settings);
    expect(await second.exited).toEqual(REFUSED);
    expect(REFUSAL.exec(second.output())?.[1]).toBe(String(first.pid));
    expect((await first.get('/projects')).status).toBe(200);
  });

  it('is used by only one of ten services that start at the same moment', async () => {
    const settings = { ...WITH_KEY, DATA_DIR: await aDirectory() };
    const all = Array.from({ length: 10 }, () => launch(settings));
    const started = await Promise.all(all.map((program) => listening(program).catch(() => null)));
    const [winner, ...others] = started.filter((service) => service !== null);
    expect(others).toEqual([]);
    expect((await winner!.get('/projects')).status).toBe(200);
    for (const loser of all.filter(({ pid }) => pid !== winner!.pid)) {
      expect(await loser.exited).toEqual(REFUSED);
      expect(REFUSAL.exec(loser.output())?.[1]).toBe(String(winner!.pid));
    }
  });

  it('can be used again at once after its service is killed with kill -9', async () => {
    const settings = { ...WITH_KEY, DATA_DIR: await aDataDirectory() };
    const first = await startService(settings);
    await first.kill('SIGKILL');
    const second = await startService(settings);
    expect((await second.get('/projects')).status).toBe(200);
  });

  it('can be used by a command while a service uses it', async () => {
    const DATA_DIR = await aDataDirectory();
    const file = join(DATA_DIR, 'bars.csv');
    await writeFile(file, 'ts,open,high,low,close,volume\n1704844800000,1,2,0.5,1.5,10\n');
    const service = await startService({ ...WITH_KEY, DATA_DIR });
    const args = ['import', file, '--symbol', 'BTCUSDT', '--interval', '1m'];
    const command = await runToEnd('cli/candles.js', args, { DATA_DIR });
    expect(command).toMatchObject({ code: 0 });
    expect(command.output).toContain('1 new');
    const { body } = await service.get('/candles?symbol=BTCUSDT&interval=1m&count=5');
    expect(body.candles).toHaveLength(1);
  });

  it('makes a service wait while a command uses the directory', async () => {
    const DATA_DIR = await aDataDirectory();
    const file = join(DATA_DIR, 'bars.csv');
    const rows = Array.from({ length: 20_000 }, (_, i) => `${1704844800000 + i * 60_000},1,2,0.5,1.5,10`);
    await writeFile(file, `ts,open,high,low,close,volume\n${rows.join('\n')}\n`);
    const args = ['import', file, '--symbol', 'BTCUSDT', '--interval', '1m'];
    const command = run('cli/candles.js', args, { DATA_DIR });
    const hold = await transactionIn(DATA_DIR, command);
    const waiting = launch({ ...WITH_KEY, DATA_DIR });
    await waiting.prints(new RegExp(`Waiting for a command \\(process ${command.pid}\\)`));
    await hold.end();
    const service = await listening(waiting);
    expect(await command.exited).toEqual({ code: 0, signal: null });
    const { body } = await service.get('/candles?symbol=BTCUSDT&interval=1m&count=1');
    expect(body.candles[0].ts).toBe(1704844800000 + 19_999 * 60_000);
  });
});

/** Opens a transaction in an embedded database, which makes all other clients wait. */
async function transactionIn(directory: string, holder: RunningProgram): Promise<pg.Client> {
  let client = new pg.Client();
  await until(holder, async () => {
    client = new pg.Client({ host: directory, user: 'postgres', password: 'postgres' });
    try {
      await client.connect();
      await client.query('BEGIN');
      return true;
    } catch {
      return false;
    }
  });
  return client;
}
