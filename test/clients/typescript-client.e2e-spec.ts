import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../support/openapi-document.js';
import {
  KEY,
  type Settings,
  WITH_KEY,
  aDataDirectory,
  aDatabase,
  aDirectory,
  cleanUp,
  hasServer,
  startService,
} from '../support/service-process.js';
import { aProjectWithClient, clientDirectory, compile } from '../support/typescript-client.js';

const execute = promisify(execFile);

/** The size that the README of the client states. */
const MAX_GZIPPED_BYTES = 10_240;

/** Settings of the compiler of a front end, as strict as they can be. */
const STRICT = {
  target: 'es2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: false,
};

const PLATFORMS = {
  'a bundler and a browser': {
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  },
  'Node.js': {
    module: 'nodenext',
    lib: ['es2022'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  },
};

/**
 * Wrong requests. The directive before each request expects an error, and the compiler reports a directive without an
 * error.
 */
const MISTAKES = `
import { BacktestClient } from 'backtest-session';
const client = new BacktestClient({ baseUrl: 'http://localhost', apiKey: 'k' });
const params = { id: 'an id' };
// @ts-expect-error -- no such path
client.get('/project');
// @ts-expect-error -- no such method
client.delete('/projects');
// @ts-expect-error -- no id
client.get('/projects/{id}');
// @ts-expect-error -- no id
client.get('/projects/{id}', {});
// @ts-expect-error -- no such parameter of the query
client.get('/sessions', { query: { project: 'an id' } });
// @ts-expect-error -- a wrong value
client.get('/sessions', { query: { status: 'open' } });
// @ts-expect-error -- no such interval
client.get('/candles/as-of', { query: { symbol: 'A', intervals: ['2h'], at: 1 } });
// @ts-expect-error -- no body
client.post('/sessions');
// @ts-expect-error -- a field is missing
client.put('/sessions/{id}/playhead', { params, body: {} });
// @ts-expect-error -- a field is missing
client.post('/sessions', { body: { name: 'a' } });
// @ts-expect-error -- a field of a wrong type
client.patch('/sessions/{id}', { params, body: { tags: 'a' } });
// @ts-expect-error -- a body that the route does not take
client.get('/projects', { body: {} });
// @ts-expect-error -- a file without its type
client.post('/sessions/{id}/trades/import', { params, body: 'a' });
// @ts-expect-error -- a stream is no JSON
client.get('/sessions/{id}/events', { params });
// @ts-expect-error -- a list without pages
client.items('/projects');
// @ts-expect-error -- no ETag
client.getIfChanged('/me', {});
// @ts-expect-error -- no such field of the response
client.get('/me').then(({ owner }) => owner);
// @ts-expect-error -- an empty response
client.delete('/projects/{id}', { params }).then(({ project }) => project);
// @ts-expect-error -- no credential of this name
new BacktestClient({ baseUrl: '', key: 'k' });
client.post('/sessions/{id}/finish', { params });
client.get('/candles/as-of', { query: { symbol: 'A', intervals: ['1m'], at: 1 } }).then(({ series }) => series[0]?.forming);
client.get('/sessions', { query: { status: undefined }, signal: undefined });
`;

let project: string;
beforeAll(async () => {
  project = await aProjectWithClient();
});
afterAll(cleanUp);

const textOf = (...path: readonly string[]) => readFile(join(clientDirectory(project), ...path), 'utf8');

/** Writes a program into a separate directory of the project, with a configuration of the compiler. */
async function aProgram(name: string, text: string, options: object): Promise<string> {
  const directory = join(project, name);
  await mkdir(directory);
  await writeFile(join(directory, 'main.ts'), text);
  const compilerOptions = { ...STRICT, ...options };
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  return directory;
}

/** The examples of the README as one program. */
async function examples(url: string): Promise<string> {
  const blocks = (await textOf('README.md')).matchAll(/^```ts\n([^]*?)^```/gm);
  const program = [...blocks].map(([, block]) => block).join('\n');
  return program.replace('http://127.0.0.1:3000', url).replace('YOUR KEY', KEY);
}

describe('the package of the TypeScript client', () => {
  it('contains only JavaScript, its types and its documents, and has no dependencies', async () => {
    const files = await readdir(clientDirectory(project));
    expect(files.toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    expect(await textOf('LICENSE')).toBe(await readFile(join(ROOT, 'LICENSE'), 'utf8'));
    const built = await readdir(join(clientDirectory(project), 'dist'));
    expect(built).toContain('index.js');
    expect(built.filter((name) => !/^[a-z-]+(\.d\.ts|\.js)$/.test(name))).toEqual([]);
    expect(
      Object.keys(JSON.parse(await textOf('package.json'))).filter((key) => /depend/i.test(key)),
    ).toEqual([]);
    expect(await readdir(join(project, 'node_modules'))).toEqual(
      expect.not.arrayContaining([expect.not.stringMatching(/^(\.package-lock\.json|backtest-session)$/)]),
    );
  });

  it('has at most 10 KB of code, gzipped', async () => {
    const names = (await readdir(join(clientDirectory(project), 'dist'))).filter((name) =>
      name.endsWith('.js'),
    );
    const code = await Promise.all(names.map((name) => textOf('dist', name)));
    expect(gzipSync(code.join('')).length).toBeLessThanOrEqual(MAX_GZIPPED_BYTES);
    expect(await textOf('README.md')).toContain(`at most ${MAX_GZIPPED_BYTES / 1024} KB`);
  });

  it('has the types that are generated from the OpenAPI document of the service', async () => {
    const directory = await aDirectory();
    const types = join(directory, 'schema.ts');
    const generator = join(ROOT, 'node_modules/openapi-typescript/bin/cli.js');
    await execute(process.execPath, [generator, join(ROOT, 'openapi.json'), '-o', types], { cwd: ROOT });
    await compile(directory, '--ignoreConfig', '--declaration', '--emitDeclarationOnly', types);
    expect(await textOf('dist/schema.d.ts')).toBe(await readFile(join(directory, 'schema.d.ts'), 'utf8'));
  });

  it.each(Object.entries(PLATFORMS))(
    'reports wrong requests at compile time, with the strictest compiler settings for %s',
    async (name, options) => {
      const directory = await aProgram(`mistakes in ${name}`, MISTAKES, { ...options, noEmit: true });
      await compile(directory, '-p', '.');
    },
  );

  it('compiles the examples of its README for a browser', async () => {
    const directory = await aProgram('in a browser', await examples('http://localhost'), {
      ...PLATFORMS['a bundler and a browser'],
      noEmit: true,
    });
    await compile(directory, '-p', '.');
  });

  it('runs the examples of its README in Node.js, and the examples print the stated output', async () => {
    const database: Settings = hasServer
      ? { DATABASE_URL: await aDatabase() }
      : { DATA_DIR: await aDataDirectory() };
    const { url } = await startService({ ...WITH_KEY, ...database });
    const program = await examples(url);
    const directory = await aProgram('on Node', program, PLATFORMS['Node.js']);
    await compile(directory, '-p', '.');
    const { stdout } = await execute(process.execPath, [join(directory, 'main.js')]);
    const stated = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
    expect(stated.length).toBe(program.split('console.log(').length - 1);
    expect(stdout.trimEnd().split('\n')).toEqual(stated);
  });
});
