import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folders of `src/`, lowest first: each may import from those before it, never from those after it. */
const ORDER = [
  'market',
  'decimal',
  'figures',
  'problems',
  'fields',
  'concurrency',
  'text',
  'config',
  'database',
  'worker',
  'audit',
  'auth',
  'idempotency',
  'keys',
  'metrics',
  'health',
  'tracing',
  'limits',
  'http',
  'admin',
  'candles',
  'projects',
  'sessions',
  'trades',
  'stats',
  'usage',
  'comparison',
  'analysis',
  'trade-files',
  'desk',
  'cli',
];

/** Imports nothing of ours. */
const LEAVES = new Set(['market', 'decimal', 'problems', 'text']);

/**
 * What other folders may import of candles: its module, its service, the types of its contract, its entities, and the read
 * of 1m bars, which threads do with a connection of their own and without the service.
 */
const OPEN_FILES_OF_CANDLES =
  /^candles\/(candles\.(module|service|dto)|create-candles-service|candle-file-error|store\/([\w-]+\.entity|read-minutes))\.js$/;

/** Only programs put the whole service together themselves. */
const MAY_IMPORT_ROOT = new Set(['cli']);

const SRC = fileURLToPath(new URL('.', import.meta.url));

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The imported file. */
  readonly target: string;
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts'),
);
const imports = files.filter((file) => file.includes('/')).flatMap((file) => importsOf(file));

/** Imports that leave the folder they stand in; a file beside the folders counts as the folder `''`. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  return [...text.matchAll(/(?:from|import|new URL)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)]
    .map(([, specifier]) => normalize(join(dirname(file), specifier!)))
    .map((target) => ({ file, from: folderOf(file), to: folderOf(target), target }))
    .filter(({ from, to }) => from !== to);
}

const EXPORTED = /^export (?:(?:async|abstract) )?(?:const|class|interface|type|function\*?) (\w+)/gm;

/** The names that a file declares and exports. */
function exportsOf(file: string): string[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  return [...text.matchAll(EXPORTED)].map(([, name]) => name!);
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
}

describe('folders of src', () => {
  it('lists every folder once', () => {
    const folders = readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(ORDER.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
  });

  it('finds imports between folders', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it('import only from folders below them', () => {
    const upward = imports.filter(({ from, to }) => to !== '' && ORDER.indexOf(to) > ORDER.indexOf(from));
    expect(upward).toEqual([]);
  });

  it('do not import the composition root', () => {
    expect(imports.filter(({ from, to }) => to === '' && !MAY_IMPORT_ROOT.has(from))).toEqual([]);
  });

  it('import nothing from beside src but the markup of reports, since the image contains nothing else', () => {
    const beside = imports.filter(({ to }) => to === '..');
    const markup = beside.filter(
      ({ from, target }) => from === 'desk' && target.startsWith('../desk/report/'),
    );
    expect(beside).toEqual(markup);
    expect(markup).not.toEqual([]);
  });

  it('reach candles only through its service', () => {
    const inside = imports.filter(
      ({ to, target }) => to === 'candles' && !OPEN_FILES_OF_CANDLES.test(target),
    );
    expect(inside).toEqual([]);
  });

  it('import nothing of ours from a leaf', () => {
    expect(imports.filter(({ from }) => LEAVES.has(from))).toEqual([]);
  });
});

describe('exported names of src', () => {
  const declared = files.flatMap((file) => exportsOf(file).map((name) => ({ name, file })));

  it('are found in every kind of declaration', () => {
    const names = new Set(declared.map(({ name }) => name));
    const examples = ['MINUTE_MS', 'intervalMs', 'openDatabase', 'Metrics', 'Span', 'Interval', 'isTime'];
    expect(examples.filter((example) => !names.has(example))).toEqual([]);
  });

  it('are each declared in one file, so that a name means one thing', () => {
    const fileOf = new Map(declared.map(({ name, file }) => [name, file]));
    expect(declared.filter(({ name, file }) => fileOf.get(name) !== file)).toEqual([]);
  });
});
