import { execFile, spawnSync } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aDataDirectory, aDirectory, cleanUp, startService } from '../support/service-process.js';

const execute = promisify(execFile);
const hasCurl = spawnSync('bash', ['-c', 'curl --version']).status === 0;
if (!hasCurl) process.stderr.write('Not checked: the commands of docs/tour.md (no bash or no curl).\n');

/** The commands of the page, each with the output that the comment below the command shows. `…` stands for any text. */
function stepsOf(blocks: readonly string[]) {
  const steps = blocks.flatMap((block) => block.trim().split(/\n{2,}/));
  return steps.map((step) => {
    const lines = step.split('\n');
    const shown = lines.filter((line) => line.startsWith('# '));
    return {
      commands: lines.slice(0, lines.length - shown.length).join('\n'),
      shown: shown.map((line) => line.slice(2)).join('\n'),
    };
  });
}

const onOneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ');
const patternOf = (shown: string) =>
  new RegExp(
    `^${onOneLine(shown)
      .replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      .replaceAll('…', '.*')}$`,
  );

afterAll(cleanUp);

(hasCurl ? describe : describe.skip)('docs/tour.md', () => {
  it('shows the actual output of its commands', async () => {
    const page = await readFile(new URL('../../docs/tour.md', import.meta.url), 'utf8');
    const [start = '', ...blocks] = Array.from(page.matchAll(/```sh\n(.*?)```/gs), ([, text]) => text ?? '');
    const [, setting = '', value = ''] = /^(\w+)=(\S+) npm start$/m.exec(start) ?? [];
    const directory = await aDirectory();
    await cp(await aDataDirectory(), join(directory, '.data'), { recursive: true });
    const service = await startService({ [setting]: value }, directory);

    const steps = stepsOf(blocks);
    const script = steps.map(({ commands }) => `${commands}\nprintf '\\0'`).join('\n');
    const { stdout } = await execute(
      'bash',
      ['-euo', 'pipefail', '-c', script.replaceAll('http://127.0.0.1:3000', service.url)],
      { cwd: directory },
    );
    const printed = stdout.split('\0').slice(0, -1).map(onOneLine);
    const shown = steps.map(({ shown: text }) => text);
    expect(shown.filter((text) => text !== '').length).toBeGreaterThanOrEqual(8);
    expect(printed).toEqual(
      shown.map((text) => (text === '' ? expect.any(String) : expect.stringMatching(patternOf(text)))),
    );
    expect(await readFile(join(directory, 'report.html'), 'utf8')).toMatch(
      /^<!doctype html>[^]*London open/i,
    );
  });
});
