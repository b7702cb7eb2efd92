import type { CandleDto } from '../../candles/candles.dto.js';
import { aggregateBars } from '../../candles/store/aggregate-bars.js';
import { type BarColumns, barColumns } from '../../candles/store/bar-columns.js';
import type { SeriesKey } from '../../candles/store/series-key.js';
import { SAMPLE_SYMBOL } from '../../shared/market/sample-symbol.js';
import type { Span } from '../../shared/market/spans.js';
import { generatedMinutes } from './generated-minutes.js';
import { type Averages, movingAverageTrades } from './moving-average-trades.js';

export const SAMPLE_SERIES: SeriesKey = { feed: 'venue-spot', symbol: SAMPLE_SYMBOL, interval: '1m' };
export const SAMPLE_TIMEFRAME = '15m';
export const SAMPLE_SPAN: Span = { start: Date.UTC(2025, 0, 1), end: Date.UTC(2025, 2, 12) };
export const SAMPLE_BALANCE = 10_000;

/**
 * The candles of SAMPLE are shared by all workspaces and outlive each sample, so these numbers must not change: other
 * candles would no longer fit the trades of the samples that stand.
 */
const SEED = 104;
const FIRST_OPEN = 2_000;

/** A run of the strategy with one pair of averages. */
export interface RunOfSample {
  readonly name: string;
  readonly averages: Averages;
}

const FAST = [10, 15, 20, 30, 40];
const SLOW = [60, 100];

/** The runs of the sample. The last run repeats an earlier one, as happens in every search for parameters. */
export const SAMPLE_RUNS: readonly RunOfSample[] = [
  ...SLOW.flatMap((slow) => FAST.map((fast) => aRun(fast, slow))),
  { ...aRun(10, 60), name: '10 and 60 closes, once more' },
];

function aRun(fast: number, slow: number): RunOfSample {
  return { name: `${fast} and ${slow} closes`, averages: { fast, slow } };
}

/** Returns the minutes of SAMPLE, a random walk. The result is the same each time. */
export function sampleMinutes(): BarColumns {
  const minutes = generatedMinutes(SEED, FIRST_OPEN, SAMPLE_SPAN.start, SAMPLE_SPAN.end);
  return barColumns(minutes.length, (name) => Float64Array.from(minutes, (minute) => minute[name]));
}

/** Returns the candles that the strategy sees. */
export function sampleCandles(minutes: BarColumns): CandleDto[] {
  const { count, ...columns } = aggregateBars(minutes, [SAMPLE_SPAN], SAMPLE_TIMEFRAME);
  return Array.from({ length: count }, (_, at) => ({
    ts: columns.ts[at]!,
    open: columns.open[at]!,
    high: columns.high[at]!,
    low: columns.low[at]!,
    close: columns.close[at]!,
    volume: columns.volume[at]!,
  }));
}

/** Returns the trades of a run, each for the whole balance at the start, so that a stop risks 1 % of it. */
export const sampleTrades = (candles: readonly CandleDto[], { averages }: RunOfSample) =>
  movingAverageTrades(candles, averages, SAMPLE_BALANCE);
