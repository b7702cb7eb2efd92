/**
 * Puts faults into the service, one at a time, and reports whether the tests of `.ci/run` on the embedded database find them:
 *
 *     node scripts/seeded-faults.js SEED [--count 60] [--only A-B] [--list] [--database URL]
 *
 * A fault is a changed constant, a dropped condition, a reversed comparison or two swapped arguments. The seed chooses the
 * places, so that two versions of the tests can be compared with the same faults. Each fault compiles. `--only 5-24` tries only
 * these faults of the list, `--list` only prints the list, and `--database` runs what `.ci/run` repeats on a PostgreSQL server.
 *
 * Works in a copy of the last commit, in a temporary directory. A fault that survives takes as long as all tests.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '60' },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    database: { type: 'string' },
  },
});
const seed = Number(positionals[0]);
if (!Number.isSafeInteger(seed)) throw new Error('Usage: node scripts/seeded-faults.js SEED [--only A-B]');

const root = resolve(import.meta.dirname, '..');
process.chdir(root);

/** Time limit of one run of Jest, ms. A fault may cause an endless loop, and then it counts as killed. */
const MAX_RUN_MS = 3_600_000;

/** Faults in these files change documentation or a schema that is already released. */
const EXCLUDED = /\.spec\.ts$|\.dto\.ts$|\.entity\.ts$|\/migrations\/|\/documentation\/|\.module\.ts$/;

const SWAPPED = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
]);

const configuration = ts.getParsedCommandLineOfConfigFile('tsconfig.build.json', {}, { ...ts.sys });
/** Texts of files with a fault, by path. */
const changed = new Map();
let version = 0;
const service = ts.createLanguageService({
  getScriptFileNames: () => configuration.fileNames,
  getScriptVersion: (file) => (changed.has(file) ? String(version) : '0'),
  getScriptSnapshot: (file) => {
    const text = changed.get(file) ?? ts.sys.readFile(file);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => root,
  getCompilationSettings: () => configuration.options,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (path) => ts.sys.fileExists(path),
  readFile: (path) => ts.sys.readFile(path),
  readDirectory: (path, ...filters) => ts.sys.readDirectory(path, ...filters),
});

const faults = chooseFaults(Number(options.count));
const [first, last] = (options.only ?? `1-${faults.length}`).split('-').map(Number);
if (options.list) faults.forEach((fault, i) => console.log(describeFault(fault, i)));
else tryFaults();

/** Lists the places of a file where a fault is possible, with the text of the fault. */
function placesIn(file) {
  const source = service.getProgram().getSourceFile(file);
  const places = [];
  const add = (kind, node, text) =>
    places.push({ file, kind, start: node.getStart(source), end: node.getEnd(), text });
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isDecorator(node) || ts.isTypeNode(node)) return;
    if (ts.isNumericLiteral(node)) add('constant', node, `${Number(node.text.replaceAll('_', '')) + 1}`);
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add('constant', node, 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add('constant', node, 'true');
    else if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.kind;
      if (operator === ts.SyntaxKind.AmpersandAmpersandToken || operator === ts.SyntaxKind.BarBarToken)
        add('dropped condition', node, node.right.getText(source));
      if (SWAPPED.has(operator)) add('reversed comparison', node.operatorToken, SWAPPED.get(operator));
    } else if (ts.isIfStatement(node)) add('dropped condition', node.expression, 'false');
    else if (ts.isCallExpression(node) && node.arguments.length >= 2) {
      const [one, two] = node.arguments;
      places.push({
        file,
        kind: 'swapped arguments',
        start: one.getStart(source),
        end: two.getEnd(),
        text: `${two.getText(source)}, ${one.getText(source)}`,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

/** Chooses faults that compile: the file at random, so that large files do not dominate, and then the place. */
function chooseFaults(count) {
  const random = randomNumbers(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const files = configuration.fileNames
    .filter((file) => relative(root, file).startsWith('src/') && !EXCLUDED.test(file))
    .sort();
  const chosen = [];
  while (chosen.length < count) {
    const places = placesIn(pick(files));
    if (places.length === 0) continue;
    const kind = pick([...new Set(places.map((place) => place.kind))]);
    const fault = pick(places.filter((place) => place.kind === kind));
    if (!chosen.some(({ file, start }) => file === fault.file && start === fault.start) && compiles(fault))
      chosen.push(fault);
  }
  return chosen;
}

function compiles(fault) {
  version += 1;
  changed.set(fault.file, withFault(fault));
  const { file } = fault;
  const errors = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
  changed.delete(file);
  return errors.length === 0;
}

function withFault({ file, start, end, text }) {
  const source = readFileSync(file, 'utf8');
  return source.slice(0, start) + text + source.slice(end);
}

function describeFault({ file, kind, start, end, text }, i) {
  const source = readFileSync(file, 'utf8');
  const line = source.slice(0, start).split('\n').length;
  const flat = (part) => part.replace(/\s+/g, ' ').slice(0, 70);
  return `${i + 1}. ${relative(root, file)}:${line} ${kind}: ${flat(source.slice(start, end))} → ${flat(text)}`;
}

function tryFaults() {
  const parent = mkdtempSync(join(tmpdir(), 'faults-'));
  const copy = join(parent, 'checkout');
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', copy]);
  try {
    execFileSync('cp', ['-al', 'node_modules', join(copy, 'node_modules')]);
    const killed = [];
    for (let i = first - 1; i < last; i += 1) {
      const killer = tryFault(faults[i], copy);
      if (killer) killed.push(faults[i]);
      console.log(`${describeFault(faults[i], i)}\n   ${killer ? `killed by ${killer}` : 'SURVIVED'}`);
    }
    console.log(`${killed.length} of ${last - first + 1} killed`);
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', copy]);
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Returns the first failed suite, or null. */
function tryFault(fault, copy) {
  const path = relative(root, fault.file);
  const source = readFileSync(join(copy, path));
  writeFileSync(join(copy, path), withFault(fault));
  const build = () => execFileSync('node', ['scripts/build.js'], { cwd: copy, stdio: 'ignore' });
  try {
    if (options.database) {
      build();
      return failedSuite(copy, [
        '--selectProjects',
        'e2e',
        'faults',
        '--testPathPatterns',
        'test/(database|faults)/[^/]+$',
      ]);
    }
    const related = failedSuite(copy, ['--selectProjects', 'unit', '--findRelatedTests', path]);
    if (related) return related;
    build();
    return (
      failedSuite(copy, ['--selectProjects', 'e2e']) ??
      failedSuite(copy, ['--selectProjects', 'unit', 'faults'])
    );
  } finally {
    writeFileSync(join(copy, path), source);
  }
}

function failedSuite(cwd, projects) {
  const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', ...projects];
  const { status, error, stderr } = spawnSync('node', [...jest, '--bail', '--passWithNoTests', '--silent'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: MAX_RUN_MS,
    env: { ...process.env, ...(options.database && { TEST_DATABASE_URL: options.database }) },
  });
  if (status === 0) return null;
  if (error) return `the time limit of ${projects.join(' ')}`;
  return /^FAIL \S+ (\S+)/m.exec(stderr)?.[1] ?? 'Jest, which ended without a failed suite';
}

/** Returns a generator of numbers in [0, 1) for a seed (mulberry32). */
function randomNumbers(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
