import { pageRows } from './desk-page.js';
import { type BenchRow, median, scaled, short } from './measure.js';
import { answerMs, ask, askOnce } from './support/load.js';
import { type Server, startService, stop, stopAll } from './support/processes.js';
import { storeBars } from './support/bars.js';
import { FROM, ingested, sessionWith } from './support/trades.js';

const TRADES = scaled(10_000, 100);
const LARGE = scaled(100_000, 200);
const LARGEST = scaled(1_000_000, 1_000);
const RUNS = 5;
const MB = 1_000_000;

/**
 * Measures the report of a session as one file: the time of a process's first report, the time of later reports, and
 * the size. Then measures the page and large sessions.
 */
export async function run(): Promise<BenchRow[]> {
  try {
    const sessions: string[] = [];
    const first = await startService();
    for (let run = 0; run <= RUNS; run += 1) sessions.push(await ingested(first, `Report ${run}`, TRADES));
    await stop(first.process);
    const cold: Times[] = [];
    for (const id of sessions.slice(1)) {
      const service = await startService();
      cold.push(await timesOf(service, id));
      await stop(service.process);
    }
    const service = await startService();
    const [before, ...others] = sessions as [string, ...string[]];
    await timesOf(service, before);
    const warm: Times[] = [];
    for (const id of others) warm.push(await timesOf(service, id));
    const what = `GET report, ${short(TRADES)} trades`;
    return [
      timeRow(`${what}, first of a process`, cold),
      timeRow(`${what}, others`, warm),
      await sizeRow(service, before, what),
      ...(await sessionRows()),
    ];
  } finally {
    await stopAll();
  }
}

/** The requests that a page sends for a finished session, one after the other. */
const PANELS = [
  'stats',
  'analysis/risk?rolling=30',
  'analysis/confidence',
  'analysis/timestamps',
  ...['side', 'symbol', 'tag', 'duration', 'weekday', 'hour', 'month'].map(
    (by) => `analysis/breakdown?by=${by}`,
  ),
  'analysis/calendar',
  'analysis/hindsight',
  'analysis/first-answers',
  'analysis/positions',
  'analysis/exits',
  'analysis/monte-carlo',
  'analysis/excursions',
];

async function sessionRows(): Promise<BenchRow[]> {
  const service = await startService();
  // The bars extend a day beyond the trades, because the ideal R follows each trade for up to a day after its entry.
  await storeBars(LARGE + 2 * 1_440, 'BTCUSDT', FROM);
  return [...(await pageRows(service)), ...(await largeRows(service))];
}

/**
 * Measures large sessions, once each: a page with all panels, the report, and the slowest analysis of a million trades.
 */
async function largeRows(service: Server): Promise<BenchRow[]> {
  const large = await ingested(service, 'Large', LARGE);
  await ask(service, `/sessions/${large}/finish`, {});
  const of = (id: string, path: string) => answerMs(service, { path: `/sessions/${id}/${path}` });
  const baseline = await of(large, 'stats?breakEvenThreshold=0.5');
  let panels = 0;
  for (const panel of PANELS) panels += await of(large, panel);
  const report = await of(large, 'report?breakEvenThreshold=0.25');
  const largest = await sessionWith(service, LARGEST);
  const ofLargest = await of(largest, 'stats?breakEvenThreshold=0.5');
  const confidence = await of(largest, 'analysis/confidence');
  const note = 'once; against the statistics of the same session';
  const row = (workload: string, ours: number, base: number, most: number): BenchRow => ({
    workload,
    ours,
    baseline: base,
    unit: 'ms',
    ratio: ours / base,
    goal: { of: 'ours', most },
    note,
  });
  return [
    row(`all panels of a page, ${short(LARGE)} trades`, panels, baseline, 15_000),
    row(`GET report, ${short(LARGE)} trades`, report, baseline, 30_000),
    row(`confidence, ${short(LARGEST)} trades`, confidence, ofLargest, 30_000),
  ];
}

interface Times {
  readonly report: number;
  readonly stats: number;
}

async function timesOf(service: Server, id: string): Promise<Times> {
  return {
    report: await answerMs(service, { path: `/sessions/${id}/report` }),
    // The report uses a different threshold, so these statistics are not cached.
    stats: await answerMs(service, { path: `/sessions/${id}/stats?breakEvenThreshold=0.5` }),
  };
}

function timeRow(workload: string, times: readonly Times[]): BenchRow {
  const ours = median(times.map(({ report }) => report));
  const baseline = median(times.map(({ stats }) => stats));
  return {
    workload,
    ours,
    baseline,
    unit: 'ms',
    ratio: ours / baseline,
    goal: { of: 'ours', most: 1_000 },
    note: 'against the statistics of the same session, computed after it',
  };
}

async function sizeRow(service: Server, id: string, what: string): Promise<BenchRow> {
  const [report, stats] = [
    await askOnce(service.port, `/sessions/${id}/report`),
    await askOnce(service.port, `/sessions/${id}/stats`),
  ].map(({ body }) => body.length / MB) as [number, number];
  return {
    workload: `${what}, size`,
    ours: report,
    baseline: stats,
    unit: 'MB',
    ratio: report / stats,
    goal: { of: 'ours', most: 3 },
    note: 'against the statistics as JSON',
  };
}
