import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** True if this machine can run the commands of the documents. */
export const hasCurl = spawnSync('bash', ['-c', 'curl --version']).status === 0;

/** Returns the shell blocks of a document of the repository. */
export async function shellBlocksOf(page: string): Promise<string[]> {
  const text = await readFile(new URL(`../../${page}`, import.meta.url), 'utf8');
  return Array.from(text.matchAll(/```sh\n(.*?)```/gs), ([, block]) => block ?? '');
}

/** Runs commands in a directory, and returns their output. Fails if a command fails. */
export async function runCommands(commands: string, directory: string): Promise<string> {
  const { stdout } = await execute('bash', ['-euo', 'pipefail', '-c', commands], { cwd: directory });
  return stdout;
}

/** The commands of the blocks, each with the output that the comment below the command shows. `…` stands for any text. */
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

/**
 * Runs the commands of the blocks against a service, and expects each command to print what the comment below it shows.
 *
 * @param directory working directory of the commands
 * @returns how many commands show an output
 */
export async function expectShownOutput(
  blocks: readonly string[],
  service: { readonly url: string },
  directory: string,
): Promise<number> {
  const steps = stepsOf(blocks);
  const script = steps.map(({ commands }) => `${commands}\nprintf '\\0'`).join('\n');
  const stdout = await runCommands(script.replaceAll('http://127.0.0.1:3000', service.url), directory);
  const printed = stdout.split('\0').slice(0, -1).map(onOneLine);
  const shown = steps.map(({ shown: text }) => text);
  expect(printed).toEqual(
    shown.map((text) => (text === '' ? expect.any(String) : expect.stringMatching(patternOf(text)))),
  );
  return shown.filter((text) => text !== '').length;
}
