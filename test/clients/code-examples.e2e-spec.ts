import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { codeExamples } from '../../desk/page/start/code-examples.js';
import { findPython } from '../support/python.js';
import {
  KEY,
  WITH_KEY,
  aDataDirectory,
  aDirectory,
  cleanUp,
  startService,
} from '../support/service-process.js';
import { hasCurl } from '../support/shown-commands.js';

const execute = promisify(execFile);
const python = findPython();

/** Returns the command that runs a program, after writing it to a directory. */
const COMMANDS: Readonly<
  Record<string, ((code: string, directory: string) => Promise<readonly [string, ...string[]]>) | null>
> = {
  curl: hasCurl ? (code) => Promise.resolve(['bash', '-euo', 'pipefail', '-c', code]) : null,
  Python: python ? (code) => Promise.resolve([python.command, '-c', code]) : null,
  TypeScript: async (code, directory) => {
    const program = join(directory, 'example.mjs');
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    await writeFile(program, outputText);
    return [process.execPath, program];
  },
};

for (const [language, command] of Object.entries(COMMANDS))
  if (!command) process.stderr.write(`Not checked: the example in ${language} on the start page.\n`);

describe('the code examples of the start page', () => {
  afterAll(cleanUp);

  it('record a session with a trade under the base path, and print the address of its sheet', async () => {
    const settings = { ...WITH_KEY, DATA_DIR: await aDataDirectory(), BASE_PATH: '/backtest' };
    const { url } = await startService(settings);
    const base = url.endsWith('/backtest') ? url : `${url}/backtest`;
    const directory = await aDirectory();
    const examples = codeExamples(base);
    expect(examples.map(({ language }) => language)).toEqual(Object.keys(COMMANDS));
    for (const { language, code } of examples) {
      const command = await COMMANDS[language]?.(code, directory);
      if (!command) continue;
      const [program, ...args] = command;
      const env = { PATH: process.env['PATH'], API_KEY: KEY };
      const { stdout } = await execute(program, args, { cwd: directory, env });
      const [, desk, id] = /(\S+)\/desk\/#\/sessions\/(\S+)$/.exec(stdout.trim()) ?? [];
      expect([language, desk]).toEqual([language, base]);
      const answer = await fetch(`${base}/sessions/${id}/stats`, { headers: { 'x-api-key': KEY } });
      expect(await answer.json()).toMatchObject({ stats: { tradeCount: 1, plNet: 500 } });
    }
  });
});
