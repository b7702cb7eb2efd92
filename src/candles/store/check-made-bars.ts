import type { DataSource } from 'typeorm';
import { DAY_MS, MINUTE_MS, floorToInterval } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';
import { aggregateBars } from './aggregate-bars.js';
import { type BarColumns, positionOf } from './bar-columns.js';
import { minutesOfCells } from './make-bars.js';
import { MADE_FROM_START, coveredWithin, madeFrom } from './make-older-bars.js';
import { readMadeColumns } from './read-columns.js';
import { MINUTES_PER_READ } from './read-candles.js';
import { lockSeries } from './write-part.js';

export interface MadeCheck {
  /** `partly`: only the newest bars are made. `none`: no bar is made, or an earlier version has changed minutes since. */
  readonly made: 'all' | 'partly' | 'none';
  /** Number of made bars. */
  readonly bars: number;
  /** Number of bars that differ from their minutes, are missing or should not exist. */
  readonly wrong: number;
}

/** Compares the made bars of a 1m series with their minutes. Holds the lock of the series for 20 days at a time. */
export async function checkMadeBars(dataSource: DataSource, seriesId: number): Promise<MadeCheck> {
  let end = Number.MAX_SAFE_INTEGER;
  let bars = 0;
  let wrong = 0;
  for (;;) {
    const part = await checkNewest(dataSource, seriesId, end);
    if (!part) return { made: 'none', bars: 0, wrong: 0 };
    bars += part.bars;
    wrong += part.wrong;
    if (part.start === part.from)
      return { made: part.from === MADE_FROM_START ? 'all' : 'partly', bars, wrong };
    end = part.start;
  }
}

/** Checks the made bars of the newest days with minutes before `end`; null if no bars are made. */
function checkNewest(dataSource: DataSource, seriesId: number, end: number) {
  return dataSource.transaction(async (manager) => {
    await lockSeries(manager, seriesId);
    const from = await madeFrom(manager, seriesId);
    if (from === null) return null;
    const [{ newest }] = await manager.query<[{ newest: number | null }]>(
      'SELECT max(ts) AS newest FROM bars WHERE series_id = $1 AND ts < $2',
      [seriesId, end],
    );
    const oldest =
      newest === null ? from : floorToInterval(newest, '1d') + DAY_MS - MINUTES_PER_READ * MINUTE_MS;
    const span: Span = { start: Math.max(from, oldest), end };
    const covered = await coveredWithin(manager, seriesId, span);
    const { cells, minutes } = await minutesOfCells(manager, seriesId, covered, span);
    let bars = 0;
    let wrong = 0;
    for (const { interval, spans } of cells) {
      const stored = await readMadeColumns(manager, { seriesId, interval, from: span.start, to: end });
      bars += stored.count;
      wrong += differences(stored, aggregateBars(minutes, spans, interval));
    }
    return { start: span.start, from, bars, wrong };
  });
}

/** Returns the number of bars that are in only one of two lists, or not equal in both. */
function differences(stored: BarColumns, expected: BarColumns): number {
  let equal = 0;
  let known = 0;
  for (let i = 0; i < stored.count; i += 1) {
    const at = positionOf(expected, stored.ts[i]!);
    if (expected.ts[at] !== stored.ts[i]) continue;
    known += 1;
    const names = ['open', 'high', 'low', 'close', 'volume'] as const;
    equal += Number(names.every((name) => stored[name][i] === expected[name][at]));
  }
  return stored.count + expected.count - known - equal;
}
