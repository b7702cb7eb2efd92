import { type BenchRow, compared, scaled, short } from './measure.js';
import { answerMs, ask, askOnce, requestsPerSecond, times } from './support/load.js';
import { type Server, startBaseline, startService, stopAll } from './support/processes.js';
import { ingested, sessionWith } from './support/trades.js';

const CLIENTS = 10;

/**
 * Measures GET /sessions/{id}/stats. Cold requests find nothing in the caches; they are compared with a COPY of the
 * columns, parsing, and stringifying the same response. Repeated requests are compared with a bare Express that sends
 * the same bytes or the same 304.
 */
export async function run(): Promise<BenchRow[]> {
  const [cold, warm] = [await startService({ STATS_CACHE_MB: '0' }), await startService()];
  const settings = { BENCH_SERVICE_PORT: String(warm.port) };
  const [copy, bytes] = [await startBaseline('copy', settings), await startBaseline('bytes', settings)];
  try {
    const rows: BenchRow[] = [];
    for (const [trades, runs] of [
      [1_000, 201],
      [10_000, 61],
      [100_000, 25],
    ] as const) {
      const count = scaled(trades, 100);
      rows.push(await coldRow(cold, copy, await sessionWith(warm, count), count, runs));
    }
    const count = scaled(1_000, 100);
    const id = await sessionWith(warm, count);
    rows.push(await repeatedRow(warm, bytes, id, count, 'repeated'));
    rows.push(await notModifiedRow(warm, bytes, id, '304'));
    const finished = await finishedSession(warm, count);
    rows.push(await repeatedRow(warm, bytes, finished, count, 'finished, repeated'));
    rows.push(await notModifiedRow(warm, bytes, finished, 'finished, 304'));
    return rows;
  } finally {
    await stopAll();
  }
}

async function coldRow(
  cold: Server,
  copy: Server,
  id: string,
  count: number,
  runs: number,
): Promise<BenchRow> {
  const path = `/sessions/${id}/stats`;
  const answers = await Promise.all([askOnce(cold.port, path), askOnce(copy.port, path)]);
  if (!answers[0].body.equals(answers[1].body)) throw new Error('the answers differ');
  return compared({
    workload: `GET stats, cold, ${short(count)} trades`,
    unit: 'ms',
    runs,
    warmUps: 10,
    ours: () => answerMs(cold, { path }),
    baseline: () => answerMs(copy, { path }),
    goal: { of: 'ratio', most: 1.4 },
    note: 'against COPY, parsing and JSON.stringify of the answer, behind a bare Express',
  });
}

/** Creates a separate session, because other benchmarks use the sessions of `sessionWith`. */
async function finishedSession(service: Server, count: number): Promise<string> {
  const id = await ingested(service, 'Finished', count);
  await ask(service, `/sessions/${id}/finish`, {});
  return id;
}

function repeatedRow(
  warm: Server,
  bytes: Server,
  id: string,
  count: number,
  kind: string,
): Promise<BenchRow> {
  const asks = times(scaled(3_000, 100), { path: `/sessions/${id}/stats` });
  return compared({
    workload: `GET stats, ${kind}, ${short(count)} trades, ${CLIENTS} clients`,
    unit: 'requests/s',
    runs: 9,
    warmUps: 2,
    ours: () => requestsPerSecond(warm, CLIENTS, asks),
    baseline: () => requestsPerSecond(bytes, CLIENTS, asks),
    goal: { of: 'ratio', least: 0.5 },
    note: 'against a bare Express that sends the same bytes',
  });
}

async function notModifiedRow(warm: Server, bytes: Server, id: string, kind: string): Promise<BenchRow> {
  const path = `/sessions/${id}/stats`;
  const headers = { 'if-none-match': (await askOnce(warm.port, path)).etag ?? '' };
  const count = scaled(5_000, 100);
  return compared({
    workload: `GET stats, ${kind}, ${CLIENTS} clients`,
    unit: 'requests/s',
    runs: 9,
    warmUps: 2,
    ours: () => requestsPerSecond(warm, CLIENTS, times(count, { path, headers }), 304),
    baseline: () =>
      requestsPerSecond(bytes, CLIENTS, times(count, { path: `/not-modified${path}`, headers }), 304),
    goal: { of: 'ratio', least: 0.7 },
    note: 'against a bare Express that answers 304',
  });
}
