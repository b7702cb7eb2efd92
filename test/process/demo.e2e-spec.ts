import { exec } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import { aDirectory, cleanUp, run } from '../support/service-process.js';

const shell = promisify(exec);

afterAll(cleanUp);

const curlLines = (output: string) => output.match(/^ {2}curl .*$/gm) ?? [];

describe('the demo', () => {
  /** Returns the output of a run that ends by itself. */
  async function playedOnce(TMPDIR: string): Promise<string> {
    const demo = run('cli/demo.js', ['--once'], { TMPDIR, PORT: '0' });
    expect(await demo.exited).toEqual({ code: 0, signal: null });
    return demo.output();
  }

  it('with --once, prints the stored trades and always the same statistics, but no address, and removes its database', async () => {
    const TMPDIR = await aDirectory();
    const output = await playedOnce(TMPDIR);
    expect(output).toContain('They are generated (a random walk), not real prices.');
    expect(output).toMatch(/win rate/i);
    expect(output).toMatch(/profit factor/i);
    expect(output).toMatch(/^session +status +trades +net\nGenerated candles.* finished +\d+ +-?\d+\.\d\d$/m);
    const [, trades = ''] = output.split(/^trade .*\n/m);
    expect(trades.match(/^moving-average-\d+ +(long|short) .* (crossing|stop)$/gm)).toHaveLength(3);
    expect(output).not.toMatch(/https?:|bss_|curl/);
    expect(await readdir(TMPDIR)).toEqual([]);
    const figures = (text: string) => text.slice(text.indexOf('figure'));
    expect(figures(output)).toMatch(/^figure/);
    expect(figures(await playedOnce(TMPDIR))).toBe(figures(output));
  });

  it('uses another port if its own is in use, prints working commands and a link to the desk, and removes its database on Ctrl-C', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const PORT = String((other.address() as AddressInfo).port);
    const TMPDIR = await aDirectory();
    const demo = run('cli/demo.js', [], { TMPDIR, PORT });
    await demo.prints(/runs until Ctrl-C/);
    expect(demo.output()).toContain(`Port ${PORT} is in use`);
    expect(demo.output()).toMatch(/http:\/\/127\.0\.0\.1:\d+\/docs/);
    expect(demo.output()).toMatch(/API key +bss_[\w-]{20,}/);
    const [, desk = '', key = '', session = ''] =
      /(http:\S+\/desk\/)#key=(bss_[\w-]+)&open=(\/sessions\/[\w-]{36})\n$/.exec(demo.output()) ?? [];
    expect(await (await fetch(desk)).text()).toContain('<title>Review desk</title>');
    const headers = { 'x-api-key': key };
    expect((await fetch(new URL(`..${session}`, desk), { headers })).status).toBe(200);
    const answers = await Promise.all(curlLines(demo.output()).map((line) => shell(line)));
    const [projects, stats, winners, candles] = answers.map(({ stdout }) => JSON.parse(stdout));
    expect(projects.projects).toHaveLength(1);
    expect(stats.stats.tradeCount).toBeGreaterThan(0);
    expect(winners.trades.map(({ plNet }: { plNet: number }) => plNet > 0)).toEqual(Array(5).fill(true));
    expect(candles.candles).toHaveLength(5);
    expect(await demo.kill('SIGINT')).toEqual({ code: 0, signal: null });
    expect(await readdir(TMPDIR)).toEqual([]);
    other.close();
  });

  it('with --sweep, shows that luck explains the best of 60 runs on a random walk', async () => {
    const TMPDIR = await aDirectory();
    const demo = run('cli/demo.js', ['--once', '--sweep'], { TMPDIR, PORT: '0' });
    expect(await demo.exited).toEqual({ code: 0, signal: null });
    const output = demo.output();
    expect(output).toContain('The best 5 of 60 tries');
    expect(output.match(/^\d+ and \d+ closes .* within-luck$/gm)).toHaveLength(5);
    expect(output).toContain('its Sharpe ratio is within luck');
    expect(await readdir(TMPDIR)).toEqual([]);
  });

  it('with --sweep, prints a link to the leaderboard on the desk', async () => {
    const TMPDIR = await aDirectory();
    const demo = run('cli/demo.js', ['--sweep'], { TMPDIR, PORT: '0' });
    await demo.prints(/\/leaderboard\n$/);
    const [, desk = '', key = '', leaderboard = ''] =
      /(http:\S+\/desk\/)#key=(bss_[\w-]+)&open=(\/projects\/[\w-]{36}\/leaderboard)\n$/.exec(
        demo.output(),
      ) ?? [];
    const response = await fetch(new URL(`..${leaderboard}`, desk), { headers: { 'x-api-key': key } });
    expect(await response.json()).toMatchObject({ pending: 0, sessions: expect.any(Array) });
    expect(await demo.kill('SIGINT')).toEqual({ code: 0, signal: null });
  });

  it('removes its database when it is interrupted during startup', async () => {
    const TMPDIR = await aDirectory();
    const demo = run('cli/demo.js', [], { TMPDIR, PORT: '0' });
    await demo.prints(/Starting on an embedded database/);
    await demo.kill('SIGINT');
    expect(await readdir(TMPDIR)).toEqual([]);
  });
});
