import { NullableTime, Whole, Word } from '../shared/fields/answer-fields.js';
import { FLAGS, type Flag, OneOf, Optional, QueryNumber } from '../shared/fields/fields.js';
import { Timezone } from '../shared/fields/timezone.js';
import { numberProblem } from '../shared/fields/value-rules.js';
import { FEEDS } from '../shared/market/feeds.js';
import { INTERVALS, type Interval, intervalMs } from '../shared/market/intervals.js';
import { DATE_ORDERS, type DateOrder } from '../shared/market/wall-time.js';
import { SeriesQuery } from './candles.dto.js';

const FROM = { integer: true, minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const TO = { ...FROM, minimum: 1 } as const;

type Query = Readonly<Record<string, unknown>>;

/** Returns the problem of a bound that is not on the grid of the interval. An unknown interval is another problem. */
function gridProblem(ts: number, { interval }: Query): string | undefined {
  if (!(INTERVALS as readonly unknown[]).includes(interval)) return undefined;
  const isOnGrid = ts % intervalMs(interval as Interval) === 0;
  return isOnGrid ? undefined : `must be the start of a ${interval as Interval} bar`;
}

export class CandleImportQuery extends SeriesQuery {
  /** Time zone of times without an offset (IANA name), such as `Europe/Berlin`. */
  @Optional()
  @Timezone()
  readonly timezone?: string;

  /** Order of day, month and year in dates that do not begin with the year. */
  @Optional()
  @OneOf(DATE_ORDERS)
  readonly dateOrder?: DateOrder;

  /**
   * Start of the span that the file covers, epoch milliseconds; the start of a bar, before `to`. Default: the first
   * bar. A bar before it is refused.
   */
  @Optional()
  @QueryNumber(FROM, (from, query) =>
    numberProblem(query['to'], TO) === undefined && from >= (query['to'] as number)
      ? 'must be before to'
      : gridProblem(from, query),
  )
  readonly from?: number;

  /**
   * End of the span that the file covers, exclusive, epoch milliseconds; the start of a bar. Default: the end of the
   * last bar. A bar at this time or later is refused. The span ends with the last closed bar even if `to` is later.
   */
  @Optional()
  @QueryNumber(TO, gridProblem)
  readonly to?: number;

  /**
   * If true, stored bars with other figures are replaced. Otherwise they are refused.
   * @example "false"
   */
  @Optional()
  @OneOf(FLAGS)
  readonly replace: Flag = 'false';

  /**
   * If true, the response counts what would be stored, and nothing is stored.
   * @example "false"
   */
  @Optional()
  @OneOf(FLAGS)
  readonly preview: Flag = 'false';
}

export class CandleImportAnswer {
  /**
   * Symbol of the market, in upper case.
   * @example "BTCUSDT"
   */
  readonly symbol!: string;

  /**
   * Feed of the market.
   * @example "venue-spot"
   */
  @Word(FEEDS)
  readonly feed!: string;

  /**
   * Length of a bar.
   * @example "1m"
   */
  @Word(INTERVALS)
  readonly interval!: string;

  /**
   * Number of bars that were not stored before.
   * @example 44640
   */
  @Whole()
  readonly inserted!: number;

  /**
   * Number of stored bars that were replaced, or in a preview would be replaced.
   * @example 0
   */
  @Whole()
  readonly changed!: number;

  /**
   * Number of bars that are stored with the same figures.
   * @example 0
   */
  @Whole()
  readonly unchanged!: number;

  /**
   * Number of bars that were left out because they had not closed.
   * @example 0
   */
  @Whole()
  readonly leftOut!: number;

  /**
   * Start of the span that the file covers, epoch milliseconds; null if no bar of the file has closed.
   * @example 1690848000000
   */
  @NullableTime()
  readonly from!: number | null;

  /**
   * End of the span that the file covers, exclusive, epoch milliseconds; null if no bar of the file has closed.
   * @example 1693526400000
   */
  @NullableTime()
  readonly to!: number | null;

  /**
   * Number of gaps between the first and the last bar of the file. Consecutive missing bars are one gap.
   * @example 0
   */
  @Whole()
  readonly gaps!: number;
}
