import { EXACT_STAMPS } from '../src/review/analysis/minutes/stamp-resolution.js';
import { newExcursionWalks, walkExcursions } from '../src/review/analysis/excursions/walk-excursions.js';
import { measuredExits } from '../src/review/analysis/exits/exit-cells.js';
import { exitGrid } from '../src/review/analysis/exits/exit-grid.js';
import { newExitWalks } from '../src/review/analysis/exits/exit-walks.js';
import { walkExits } from '../src/review/analysis/exits/walk-exits.js';
import { walkableOhlc } from '../src/review/analysis/minutes/ohlc-minutes.js';
import { judgeTimestamps } from '../src/review/analysis/timestamps/judge-timestamps.js';
import { sampledTrades } from '../src/review/analysis/timestamps/stamps.js';
import type { BarColumns } from '../src/candles/store/bar-columns.js';
import { zoneOffsets } from '../src/shared/market/zone-offsets.js';
import type { RiskedTrades } from '../src/stats/ideal-r/risked-trades.js';
import { newWalks, walkMinutes } from '../src/stats/ideal-r/walk-minutes.js';
import { walkableMinutes } from '../src/stats/ideal-r/walkable-minutes.js';
import { windowStart } from '../src/stats/ideal-r/windows.js';
import { type BenchRow, type Run, compared } from './measure.js';
import { HORIZON, MINUTE, TRADES, someBars, someTrades } from './support/walked-trades.js';

const GRID = exitGrid();
const SIZE = `${TRADES} trades x 24 h`;

/**
 * Compares the analyses of trades over candles with the ideal-R walk of the same trades over the same bars. The values
 * are times per bar.
 */
export async function run(): Promise<BenchRow[]> {
  const { bars, origin } = await someBars();
  const trades = someTrades(bars);
  const note = `against the ideal-R walk of the same trades; a bar that a trade needs counts once; ${origin}`;
  const row = (workload: string, ours: Run, most: number) =>
    compared({
      workload,
      unit: 'ns per bar',
      runs: 21,
      warmUps: 3,
      ours,
      baseline: idealR(bars, trades),
      goal: { of: 'ratio', most },
      note,
    });
  return [
    await row(`excursions, ${SIZE}`, excursions(bars, trades), 1.5),
    await row(`exits, ${GRID.targets.length} x ${GRID.stops.length} cells, ${SIZE}`, exits(bars, trades), 4),
    await timestampsRow(bars, origin),
  ];
}

/** Returns a run that measures nanoseconds per bar. The work returns the number of bars that it has read. */
const perBar =
  (work: () => number): Run =>
  () => {
    const start = performance.now();
    const read = work();
    return ((performance.now() - start) * 1e6) / read;
  };

const placesOf = ({ count }: RiskedTrades) => Uint32Array.from({ length: count }, (_, i) => i);

const barsWalked = ({ entryTime }: RiskedTrades, nextTs: Float64Array): number =>
  nextTs.reduce((sum, ts, i) => sum + (ts - windowStart(entryTime[i]!)) / MINUTE, 0);

const idealR = (bars: BarColumns, trades: RiskedTrades): Run =>
  perBar(() => {
    const walks = newWalks(trades);
    walkMinutes({ trades, places: placesOf(trades), horizonMs: HORIZON, walks }, walkableMinutes(bars));
    return barsWalked(trades, walks.nextTs);
  });

/** Measures excursions of trades that last as long as the look-ahead of an ideal-R walk. */
const excursions = (bars: BarColumns, trades: RiskedTrades): Run => {
  const held = { ...trades, exitTime: trades.entryTime.map((time) => time + HORIZON) };
  return perBar(() => {
    const walks = newExcursionWalks(held);
    const walkers = { trades: held, places: placesOf(trades), resolution: EXACT_STAMPS, walks };
    walkExcursions(walkers, walkableOhlc(bars));
    return walks.seen.reduce((sum, seen) => sum + seen, 0);
  });
};

/**
 * Measures the analysis of other exits: one walk over the bars for all pairs of a stop and a target, and the evaluation
 * of each pair.
 */
const exits = (bars: BarColumns, trades: RiskedTrades): Run => {
  const closed = {
    ...trades,
    quantity: new Float64Array(trades.count).fill(1),
    plGross: trades.plNet,
    rMultiple: trades.plNet.map((plNet) => plNet / 100),
  };
  return perBar(() => {
    const walks = newExitWalks(closed, GRID);
    const walkers = {
      trades: closed,
      places: placesOf(trades),
      horizonMs: HORIZON,
      grid: GRID,
      entryMs: 0,
      decimals: 2,
      walks,
    };
    walkExits(walkers, walkableOhlc(bars));
    const { trades: counts } = measuredExits(closed, GRID, walks);
    if (counts.measured === 0) throw new Error('no trade was measured');
    return barsWalked(trades, walks.nextTs);
  });
};

const SAMPLE = 60;
/** The clock changes on 26 March 2023, nine days after the first bar. */
const ZONE = 'Europe/Berlin';
const DAYS = 18;

/**
 * Compares two checks of timestamps. The first check has to search for the time zone of the times, which creates the
 * formatters of all zones. The other check needs no search.
 */
async function timestampsRow(bars: BarColumns, origin: string): Promise<BenchRow> {
  const step = (DAYS * 1_440) / SAMPLE;
  const places = Array.from({ length: SAMPLE }, (_, i) => i * step);
  const at = (place: (i: number) => number, column: Float64Array) =>
    Float64Array.from(places, (start) => column[place(start)]!);
  const sample = {
    count: SAMPLE,
    entryTime: at((start) => start, bars.ts),
    exitTime: at((start) => start + 60, bars.ts),
    entryPrice: at((start) => start, bars.close),
    exitPrice: at((start) => start + 60, bars.close),
    asset: new Float64Array(SAMPLE),
  };
  const offsetAt = zoneOffsets(ZONE);
  const wall = (times: Float64Array) => times.map((time) => time + offsetAt(time));
  const shown = { ...sample, entryTime: wall(sample.entryTime), exitTime: wall(sample.exitTime) };
  const judged =
    (trades: typeof sample, verdict: string): Run =>
    () => {
      const start = performance.now();
      const answer = judgeTimestamps(sampledTrades(trades), () => bars, ZONE);
      const ms = performance.now() - start;
      if (answer.verdict !== verdict) throw new Error(`${answer.verdict} instead of ${verdict}`);
      return ms;
    };
  return compared({
    workload: `timestamps of ${SAMPLE} entries, first search for a zone`,
    unit: 'ms',
    runs: 1,
    ours: judged(shown, 'zone'),
    baseline: judged(sample, 'aligned'),
    goal: { of: 'ours', most: 100 },
    note: `against times that fit as they are; ${origin}`,
  });
}
