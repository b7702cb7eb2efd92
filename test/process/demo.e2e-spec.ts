import { exec } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import { aDirectory, cleanUp, run } from '../support/service-process.js';

const shell = promisify(exec);

afterAll(cleanUp);

const LAST_LINE = /count=5'/;
const curlLines = (output: string) => output.match(/^ {2}curl .*$/gm) ?? [];

describe('the demo', () => {
  it('with --once shows the statistics and where to go on, and leaves nothing behind', async () => {
    const TMPDIR = await aDirectory();
    const demo = run('cli/demo.js', ['--once'], { TMPDIR, PORT: '0' });
    expect(await demo.exited).toEqual({ code: 0, signal: null });
    const output = demo.output();
    expect(output).toMatch(/win rate/i);
    expect(output).toMatch(/profit factor/i);
    expect(output).toMatch(/http:\/\/127\.0\.0\.1:\d+\/docs/);
    expect(output).toMatch(/bss_[\w-]{20,}/);
    expect(curlLines(output)).toHaveLength(3);
    expect(await readdir(TMPDIR)).toEqual([]);
  });

  it('stays up on another port when its own is taken; its curl lines work until SIGINT, which removes all', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const PORT = String((other.address() as AddressInfo).port);
    const TMPDIR = await aDirectory();
    const demo = run('cli/demo.js', [], { TMPDIR, PORT });
    await demo.prints(/stays up until Ctrl-C/);
    expect(demo.output()).toContain(`Port ${PORT} is taken`);
    expect(demo.output()).toMatch(LAST_LINE);
    const answers = await Promise.all(curlLines(demo.output()).map((line) => shell(line)));
    const [projects, stats, candles] = answers.map(({ stdout }) => JSON.parse(stdout));
    expect(projects.projects).toHaveLength(1);
    expect(stats.stats.tradeCount).toBeGreaterThan(0);
    expect(candles.candles).toHaveLength(5);
    expect(await demo.kill('SIGINT')).toEqual({ code: 0, signal: null });
    expect(await readdir(TMPDIR)).toEqual([]);
    other.close();
  });

  it('interrupted while it starts leaves nothing behind either', async () => {
    const TMPDIR = await aDirectory();
    const demo = run('cli/demo.js', [], { TMPDIR, PORT: '0' });
    await demo.prints(/Starting on an embedded database/);
    await demo.kill('SIGINT');
    expect(await readdir(TMPDIR)).toEqual([]);
  });
});
