import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** An interpreter of Python, and what is installed for it. */
export interface Python {
  readonly command: string;
  readonly hasLibraries: boolean;
  readonly hasMypy: boolean;
  readonly canBuild: boolean;
}

/** This program prints nothing if Python is too old. From version 70.1 on, setuptools contains `wheel`. */
const PROBE = `
import json, sys
from importlib.metadata import version
from importlib.util import find_spec
if sys.version_info >= (3, 10):
    has = lambda *names: all(find_spec(name) is not None for name in names)
    numbers = [int(number) for number in version("setuptools").split(".")[:2]] if has("setuptools") else [0, 0]
    print(json.dumps({
        "hasLibraries": has("pandas", "optuna"),
        "hasMypy": has("mypy"),
        "canBuild": has("pip", "venv") and (numbers >= [70, 1] or (numbers >= [61, 0] and has("wheel"))),
    }))
`;

/**
 * Returns the interpreter that has the most optional modules. Returns undefined if there is no Python 3.10 or newer.
 */
export function findPython(): Python | undefined {
  const commands = ['python3', '/usr/bin/python3', 'python'];
  const found = commands.flatMap((command) => probed(command) ?? []);
  const abilities = ({ hasLibraries, hasMypy, canBuild }: Python) =>
    [hasLibraries, hasMypy, canBuild].filter(Boolean).length;
  return found.toSorted((a, b) => abilities(b) - abilities(a))[0];
}

function probed(command: string): Python | undefined {
  try {
    const output = execFileSync(command, ['-c', PROBE], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output === '' ? undefined : { command, ...(JSON.parse(output) as Omit<Python, 'command'>) };
  } catch {
    return undefined;
  }
}

/** Runs a Python command, and returns its output. The command inherits only PATH and HOME. */
export async function runPython(
  command: string,
  args: readonly string[],
  directory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { PATH, HOME } = process.env;
  // Prevents Python from writing bytecode files into the directories of the sources.
  const env = { PATH, HOME, PYTHONDONTWRITEBYTECODE: '1', ...settings };
  const { stdout, stderr } = await execute(command, args, { cwd: directory, env });
  return stdout + stderr;
}
