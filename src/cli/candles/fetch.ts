import { CandleLoader } from '../../candles/candle-loader.js';
import { CandleStore } from '../../candles/candle-store.js';
import { GapStore } from '../../candles/gap-store.js';
import { ceilToInterval, closedUntil, floorToInterval, intervalMs } from '../../candles/intervals.js';
import type { Span } from '../../candles/spans.js';
import { Clock } from '../../candles/venue/clock.js';
import { VenueClient } from '../../candles/venue/venue-client.js';
import { VenueFailure, problemOf } from '../../candles/venue/venue-failure.js';
import { withDatabase } from '../command.js';
import { progress } from '../progress.js';
import type { SeriesOptions } from './series-options.js';
import { minute } from '../minute.js';

export interface FetchOptions extends SeriesOptions {
  readonly from: number;
  readonly to: number;
}

/** Pages between two looks at whether to stop. */
const PAGES_AT_ONCE = 4;

/** How long a backfill waits for one step, pauses that the venue asks for included. */
const PATIENCE_MS = 15 * 60_000;

/**
 * Brings a span of a series from the venue into the store, within the same budget as the service. What is known already
 * is not asked for, so that an interrupted run goes on where it stopped; Ctrl-C ends it after the pages under way.
 */
export async function fetchCandles({ from, to, ...name }: FetchOptions): Promise<void> {
  const span = { start: floorToInterval(from, name.interval), end: ceilToInterval(to, name.interval) };
  if (span.start >= span.end) throw new Error('--from must be before --to.');
  await withDatabase(async (dataSource, environment) => {
    if (environment.VENUE_MODE === 'offline')
      throw new Error('VENUE_MODE is offline, so the venue is not asked; set it to live to fetch candles.');
    const clock = new Clock();
    const venue = new VenueClient(environment, clock);
    const loader = new CandleLoader(new CandleStore(dataSource), new GapStore(dataSource), venue, clock);
    const missing = await loader.missing(name, span);
    const chunks = chunksOf(missing, PAGES_AT_ONCE * venue.pageMs(name.feed, name.interval));
    const total = barsIn(missing, name);
    process.stdout.write(`${total} bars to ask for, in ${chunks.length} steps.\n`);
    const left = await loadAll(loader, name, chunks, total, clock);
    if (left > 0)
      process.stdout.write(`Stopped with ${left} bars to go; the same command goes on from here.\n`);
    else
      process.stdout.write(
        `${name.symbol} ${name.interval} is complete from ${minute(span.start)} to ${minute(closedEnd(span, name, clock))}.\n`,
      );
  });
}

async function loadAll(
  loader: CandleLoader,
  name: SeriesOptions,
  chunks: readonly Span[],
  total: number,
  clock: Clock,
): Promise<number> {
  const bar = progress(`${name.symbol} ${name.interval}`, 'bars');
  let stopped = false;
  const stop = () => {
    stopped = true;
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  let done = 0;
  try {
    for (const chunk of chunks) {
      if (stopped) break;
      await loader.load(name, [chunk], clock.now() + PATIENCE_MS);
      done += barsIn([chunk], name);
      bar.update(done, total);
    }
  } catch (error) {
    if (!(error instanceof VenueFailure)) throw error;
    throw new Error(
      `${problemOf(error).message} (${error.message}) ${done} of ${total} bars are safe; run the command again to go on.`,
      { cause: error },
    );
  } finally {
    bar.stop();
    process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop);
  }
  if (stopped && done < total) process.exitCode = 130;
  return total - done;
}

/** Bars that are not closed yet are not there to be fetched. */
const closedEnd = ({ start, end }: Span, { interval }: SeriesOptions, clock: Clock): number =>
  Math.max(start, Math.min(end, closedUntil(interval, clock.now())));

function chunksOf(spans: readonly Span[], lengthMs: number): Span[] {
  return spans.flatMap(({ start, end }) =>
    Array.from({ length: Math.ceil((end - start) / lengthMs) }, (_, i) => ({
      start: start + i * lengthMs,
      end: Math.min(end, start + (i + 1) * lengthMs),
    })),
  );
}

const barsIn = (spans: readonly Span[], { interval }: SeriesOptions): number =>
  spans.reduce((sum, { start, end }) => sum + (end - start) / intervalMs(interval), 0);
