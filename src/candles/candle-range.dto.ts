import { NullableTime } from '../fields/answer-fields.js';
import { Optional, QueryNumber, numberProblem } from '../fields/fields.js';
import { SpanDto } from './candle-series.dto.js';
import { CandlesAnswer, SeriesQuery } from './candles.dto.js';

const TO = { integer: true, minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

export class CandleRangeQuery extends SeriesQuery {
  /**
   * Inclusive lower bound of the bars' open times, epoch milliseconds; must be before `to`. Off the grid of the interval,
   * the first bar is the one that opens next.
   * @example 1680361200000
   */
  @QueryNumber({ ...TO, minimum: 0 }, (from, { to }) =>
    numberProblem(to, TO) === undefined && from >= (to as number) ? 'must be before to' : undefined,
  )
  readonly from!: number;

  /**
   * Exclusive upper bound of the bars' open times, epoch milliseconds. Without it, or if it lies in the future, the
   * newest closed bar is the last.
   * @example 1680447600000
   */
  @Optional()
  @QueryNumber(TO)
  readonly to?: number;

  /**
   * Largest number of bars and missing bars of the answer. Known gaps do not count.
   * @example 100
   */
  @Optional()
  @QueryNumber({ integer: true, minimum: 1, maximum: 2000 })
  readonly count: number = 2000;
}

export class CandleRangeAnswer extends CandlesAnswer {
  /** Spans for which the venue, or an imported file, has no bars. Ascending. */
  readonly gaps!: SpanDto[];

  /**
   * Spans of which it is not known whether there are bars, ascending: what is not stored in offline mode, and what the
   * venue has not published yet or sent in a form that cannot be read.
   */
  readonly missing!: SpanDto[];

  /**
   * The `from` of the next page, epoch milliseconds. Null if this page ends at `to` or at the newest closed bar.
   * @example 1680367200000
   */
  @NullableTime()
  readonly nextFrom!: number | null;
}
