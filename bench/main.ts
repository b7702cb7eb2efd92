import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { table } from '../src/cli/terminal/table.js';
import { type BenchRow, type Goal, isMet } from './measure.js';
import { ownDatabase } from './support/database.js';

/** The benchmarks in the order in which they run. */
const BENCHMARKS = [
  'derived-figures',
  'stats-calculator',
  'analysis',
  'ideal-r',
  'walks',
  'evidence',
  'ingest',
  'stats',
  'latency',
  'guard',
  'reads',
  'leaderboard',
  'candles',
  'larger-candles',
  'candles-as-of',
  'events',
  'memory',
  'files',
  'desk',
  'hostile-bodies',
];

/** Benchmarks that take long or have no baseline. Such a benchmark runs only if its name is given. */
const BY_NAME_ONLY = ['changes', 'growth', 'mixed', 'instances', 'rolling', 'studies', 'tenants'];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !BENCHMARKS.includes(name) && !BY_NAME_ONLY.includes(name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no benchmark ${unknown.join(', ')}; available: ${[...BENCHMARKS, ...BY_NAME_ONLY].join(', ')}.\n`,
  );
  process.exit(1);
}

const database = await ownDatabase();
let isComplete = true;
try {
  const { model = 'unknown processor' } = cpus()[0] ?? {};
  process.stdout.write(
    `${cpus().length} × ${model}, Node ${process.versions.node}, ${database.version}, ${load()}\n`,
  );
  const rows: BenchRow[] = [];
  for (const name of asked.length > 0 ? asked : BENCHMARKS) {
    const start = performance.now();
    const made = await inOwnProcess(name).catch((error: unknown) => {
      process.stderr.write(`${name}: ${String(error)}\n`);
      isComplete = false;
      return [];
    });
    rows.push(...made);
    process.stderr.write(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s, ${load()}\n`);
  }
  process.stdout.write(`\n${report(rows)}\n`);
} finally {
  await database.remove();
}
process.exit(isComplete ? 0 : 1);

function load(): string {
  const minutes = loadavg().map((value) => value.toFixed(1));
  return `load ${minutes.join(' ')}`;
}

/**
 * Runs a benchmark in a separate process, so that the compiled code and the heap of other benchmarks do not affect it.
 */
async function inOwnProcess(name: string): Promise<BenchRow[]> {
  const child = fork(new URL('./support/run-one.js', import.meta.url), [name], {
    env: { ...process.env, BENCH_DATABASE_URL: database.url },
  });
  let rows: BenchRow[] | undefined;
  child.on('message', (message: BenchRow[]) => (rows = message));
  await once(child, 'exit');
  if (!rows) throw new Error('failed');
  return rows;
}

function report(rows: readonly BenchRow[]): string {
  const notes = [...new Set(rows.flatMap(({ note }) => note ?? []))];
  const head = ['workload', 'ours', 'baseline', 'unit', 'ratio', 'goal', 'met', 'note'];
  const cells = rows.map((row) => [
    row.workload,
    significant(row.ours),
    significant(row.baseline),
    row.unit,
    row.ratio.toFixed(2),
    row.goal ? goalText(row.goal, row.unit) : '',
    row.goal ? (isMet(row, row.goal) ? 'yes' : 'NO') : '',
    row.note ? String(notes.indexOf(row.note) + 1) : '',
  ]);
  const lines = notes.map((note, i) => `${i + 1}  ${note}`);
  return `${table([head, ...cells], ['ours', 'baseline', 'ratio'])}\n\n${lines.join('\n')}`;
}

function goalText({ of, least, most }: Goal, unit: string): string {
  const bound = `${least === undefined ? '≤' : '≥'} ${least ?? most}`;
  return of === 'ratio' ? bound : `ours ${bound} ${unit}`;
}

function significant(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
