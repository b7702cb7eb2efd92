import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './openapi-document.js';
import { aDirectory } from './service-process.js';

const execute = promisify(execFile);

/** Files and folders of the repository from which the client and the sample of a front end are built. */
const SOURCES = ['package.json', 'tsconfig.json', 'openapi.json', 'clients', 'samples'];

/** Names of the outputs of a build. A new checkout does not have these files. */
const OUTPUTS = new Set(['dist', 'node_modules', 'schema.ts']);

/** Runs npm without a network. */
export async function npm(directory: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await execute('npm', args, {
    cwd: directory,
    env: { ...process.env, npm_config_offline: 'true', npm_config_cache: await aDirectory() },
  });
  return stdout;
}

/** Runs the TypeScript compiler. Its messages are in the error if it fails. */
export async function compile(directory: string, ...args: readonly string[]): Promise<void> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  await execute(process.execPath, [compiler, ...args], { cwd: directory }).catch((error: unknown) => {
    throw new Error((error as { stdout: string }).stdout, { cause: error });
  });
}

/** Creates a copy of the sources of the client and the sample, with installed packages but without anything built. */
export async function aCheckout(): Promise<string> {
  const directory = await aDirectory();
  for (const name of SOURCES)
    await cp(join(ROOT, name), join(directory, name), {
      recursive: true,
      filter: (path) => !OUTPUTS.has(basename(path)),
    });
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  return directory;
}

/** Creates a project in which the packed client is installed, and returns its directory. */
export async function aProjectWithClient(): Promise<string> {
  const directory = await aDirectory();
  await writeFile(join(directory, 'package.json'), '{"private":true,"type":"module"}');
  await npm(directory, 'install', '--no-audit', '--no-fund', await packedClient());
  return directory;
}

/** Returns the path of the package that `npm pack` makes. The package is made once per run. */
async function packedClient(): Promise<string> {
  const target = join(process.env['TEST_RUN_DIRECTORY'] ?? '', 'typescript-client.tgz');
  if (existsSync(target)) return target;
  const checkout = await aCheckout();
  const packed = join(checkout, 'packed');
  await mkdir(packed);
  await npm(join(checkout, 'clients/typescript'), 'pack', '--silent', '--pack-destination', packed);
  const [file = ''] = await readdir(packed);
  // Another Jest worker may have been faster. Its package is identical.
  await rename(join(packed, file), target);
  return target;
}

export const clientDirectory = (project: string): string => join(project, 'node_modules/backtest-session');

type Options = Readonly<Record<string, unknown>>;

/** The client without the types of the routes, which exist only in the built package. */
export interface UntypedClient {
  get(path: string, options?: Options): Promise<unknown>;
  post(path: string, options?: Options): Promise<unknown>;
  put(path: string, options?: Options): Promise<unknown>;
  delete(path: string, options?: Options): Promise<unknown>;
  send(method: string, path: string, options?: Options): Promise<Response>;
  getIfChanged(path: string, options?: Options): Promise<unknown>;
  pages(path: string, options?: Options): AsyncGenerator;
  items(path: string, options?: Options): AsyncGenerator;
  addTrades(sessionId: string, trades: readonly object[], options?: Options): Promise<unknown>;
  events(
    sessionId: string,
    options?: Options,
  ): AsyncGenerator<{ readonly type: string; readonly id?: string }>;
}

export interface ClientModule {
  readonly BacktestClient: new (options: Options) => UntypedClient;
  readonly ServiceError: new () => Error;
  readonly ConnectionError: new () => Error;
}

/** Loads the client that is installed in a project. */
export const loadClient = (project: string): Promise<ClientModule> =>
  import(join(clientDirectory(project), 'dist/index.js')) as Promise<ClientModule>;
