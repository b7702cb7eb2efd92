import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const PYTHON = process.env['PYTHON'] ?? 'python3';

/** Returns whether Python can import these modules. The setting PYTHON names another interpreter. */
export const hasModules = (...modules: readonly string[]): boolean =>
  spawnSync(PYTHON, ['-c', `import ${modules.join(', ')}`], { stdio: 'ignore' }).status === 0;

/** Runs a program of Python, and returns the JSON that it prints. */
export async function runPython(program: string, ...args: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(PYTHON, ['-c', program, ...args], { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout) as unknown;
}
