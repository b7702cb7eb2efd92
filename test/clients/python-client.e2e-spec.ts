import { cp, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../support/openapi-document.js';
import { findPython, runPython } from '../support/python.js';
import {
  KEY,
  type RunningService,
  WITH_KEY,
  aDataDirectory,
  aDirectory,
  cleanUp,
  startService,
} from '../support/service-process.js';

const SOURCES = join(ROOT, 'clients/python');
const python = findPython();
const { command = '', hasLibraries = false, hasMypy = false, canBuild = false } = python ?? {};

/** Builds the wheel and the sdist. A build changes `sys.argv`. */
const BUILD = `
import sys
from setuptools import build_meta
target = sys.argv[1]
build_meta.build_wheel(target)
build_meta.build_sdist(target)
`;

/** Imports every module, and calls the service. */
const USE = `
import importlib, os, pkgutil
from importlib.metadata import version
from importlib.resources import files
import backtest_session
from backtest_session import Client
names = [module.name for module in pkgutil.walk_packages(backtest_session.__path__, "backtest_session.")]
for name in names:
    importlib.import_module(name)
assert "backtest_session.adapters.optuna" in names, names
assert files("backtest_session").joinpath("py.typed").is_file()
client = Client(os.environ["BACKTEST_URL"], os.environ["API_KEY"])
print(version("backtest-session"), client.get("/me")["scopes"])
`;

let service: RunningService;

(python ? describe : describe.skip)('the client for Python (needs Python 3.10 or newer)', () => {
  beforeAll(async () => {
    service = await startService({ ...WITH_KEY, DATA_DIR: await aDataDirectory() });
  });
  afterAll(cleanUp);

  const settings = () => ({ BACKTEST_URL: service.url, API_KEY: KEY });

  it('passes its own tests, which also run the examples in its documents', async () => {
    const env = { ...settings(), PYTHONPATH: 'src' };
    const output = await runPython(command, ['-W', 'error::ResourceWarning', '-m', 'unittest'], SOURCES, env);
    expect(output).toMatch(/^Ran [1-9]\d* tests in /m);
    // Without pandas or Optuna, pytest skips the tests that need these modules, and names these tests.
    expect(output).toMatch(hasLibraries ? /^OK$/m : /^OK \(skipped=\d+\)$/m);
    expect(output).not.toContain(KEY);
  });

  (hasMypy ? it : it.skip)('has types that mypy accepts in strict mode (needs mypy)', async () => {
    const cache = await aDirectory();
    const output = await runPython(command, ['-m', 'mypy', '--strict', '--cache-dir', cache], SOURCES);
    expect(output).toMatch(/^Success: no issues found in \d+ source files$/m);
  });

  (canBuild ? it : it.skip)(
    'can be installed into a new environment from its wheel and from its sdist (needs setuptools and wheel)',
    async () => {
      const directory = await aDirectory();
      const copy = join(directory, 'copy');
      await cp(SOURCES, copy, { recursive: true });
      await runPython(command, ['-c', BUILD, directory], copy);
      const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
        version: string;
      };
      const built = `backtest_session-${version}-py3-none-any.whl`;
      const sdist = (await readdir(directory)).find((name) => name.endsWith('.tar.gz')) ?? '';
      const options = [
        '--no-index',
        '--no-deps',
        '--no-build-isolation',
        '--wheel-dir',
        join(directory, 'sdist'),
      ];
      await runPython(command, ['-m', 'pip', 'wheel', ...options, join(directory, sdist)], directory);
      const installed = await Promise.all(
        [join(directory, built), join(directory, 'sdist', built)].map(async (wheel) => {
          const environment = join(await aDirectory(), 'environment');
          await runPython(command, ['-m', 'venv', environment], directory);
          const own = join(environment, 'bin/python');
          await runPython(own, ['-m', 'pip', 'install', '--no-index', wheel], environment);
          const files = await runPython(
            own,
            ['-m', 'pip', 'show', '--files', 'backtest-session'],
            environment,
          );
          return {
            files: filesIn(files),
            output: await runPython(own, ['-c', USE], environment, settings()),
          };
        }),
      );
      const [fromWheel, fromSdist] = installed;
      expect(fromWheel?.output).toBe(`${version} ['read', 'write', 'admin', 'audit', 'delete', 'candles']\n`);
      expect(fromWheel?.files).toContain('backtest_session/adapters/nautilus.py');
      expect(fromWheel?.files).not.toContainEqual(expect.stringMatching(/tests/));
      expect(fromSdist).toEqual(fromWheel);
    },
  );

  it('has the license of the service', async () => {
    const license = await readFile(join(SOURCES, 'LICENSE'), 'utf8');
    expect(license).toBe(await readFile(join(ROOT, 'LICENSE'), 'utf8'));
  });
});

/** Returns the files that `pip show --files` lists, without compiled files. */
const filesIn = (output: string): string[] =>
  (output.split('\nFiles:\n')[1] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((name) => name !== '' && !name.includes('__pycache__'))
    .toSorted();
