import type { CandlesService, SeriesKey } from '../../candles/candles.service.js';
import { Problem } from '../../shared/problems/problem.js';
import { ceilToInterval, closedUntil, floorToInterval, intervalMs } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';
import { analyseFilled } from '../../platform/database/analyse-filled.js';
import { printLine } from '../terminal/command.js';
import { minute } from '../terminal/minute.js';
import { progress } from '../terminal/progress.js';
import { withCandles } from './with-candles.js';

export interface FetchOptions extends SeriesKey {
  readonly from: number;
  readonly to: number;
}

/**
 * Number of bars that are loaded before the command checks whether to stop: four pages of spot, eight pages of USD-M.
 */
const BARS_PER_STEP = 3_992;

/** Maximum duration of a step, ms, including pauses that the venue asks for. */
const STEP_MS = 15 * 60_000;

/**
 * Loads the missing bars of a span from the venue, within the same request weight as the service. After an
 * interruption, a repeated command continues where the interrupted command stopped. Ctrl-C ends the command after the
 * current step.
 */
export async function fetchCandles({ from, to, ...series }: FetchOptions): Promise<void> {
  const { symbol, interval } = series;
  const span = { start: floorToInterval(from, interval), end: ceilToInterval(to, interval) };
  if (span.start >= span.end) throw new Error('--from must be before --to.');
  await withCandles(async (candles, environment, dataSource) => {
    if (environment.VENUE_MODE === 'offline')
      throw new Error('VENUE_MODE is offline, so nothing can be fetched; set it to live.');
    const missing = await candles.missing(series, [span]);
    const total = barsIn(missing, series);
    process.stdout.write(`${total} bars to fetch.\n`);
    const done = await loadAll(candles, series, missing, total);
    await analyseFilled(dataSource, ['bars', 'made_bars'], done, printLine);
    if (done < total) {
      process.exitCode = 130;
      process.stdout.write(`${storedLine(done, total)}\n`);
      return;
    }
    const end = Math.max(span.start, Math.min(span.end, closedUntil(interval, Date.now())));
    process.stdout.write(`${symbol} ${interval} is complete from ${minute(span.start)} to ${minute(end)}.\n`);
  });
}

/** Returns the number of requested bars. The number is smaller than the total if a signal stopped the command. */
async function loadAll(
  candles: CandlesService,
  series: SeriesKey,
  missing: readonly Span[],
  total: number,
): Promise<number> {
  const bar = progress(`${series.symbol} ${series.interval}`, 'bars');
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  let done = 0;
  try {
    for (const step of stepsOf(missing, BARS_PER_STEP * intervalMs(series.interval))) {
      if (isStopped) break;
      await candles.load(series, [step], STEP_MS);
      done += barsIn([step], series);
      bar.update(done, total);
    }
    return done;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { reason = error.code } = error.extras;
    throw new Error(`${error.message} (${reason})\n${storedLine(done, total)}`, { cause: error });
  } finally {
    bar.stop();
    process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop);
  }
}

const storedLine = (done: number, total: number): string =>
  `${done} of ${total} bars stored; run it again to continue.`;

function stepsOf(spans: readonly Span[], lengthMs: number): Span[] {
  return spans.flatMap(({ start, end }) =>
    Array.from({ length: Math.ceil((end - start) / lengthMs) }, (_, i) => ({
      start: start + i * lengthMs,
      end: Math.min(end, start + (i + 1) * lengthMs),
    })),
  );
}

const barsIn = (spans: readonly Span[], { interval }: SeriesKey): number =>
  spans.reduce((sum, { start, end }) => sum + (end - start) / intervalMs(interval), 0);
