import { NullableTime } from '../shared/fields/answer-fields.js';
import { Optional, QueryNumber } from '../shared/fields/fields.js';
import { numberProblem } from '../shared/fields/value-rules.js';
import { SpanDto } from './candle-series.dto.js';
import { CandlesAnswer, SeriesQuery } from './candles.dto.js';

const TO = { integer: true, minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

export class CandleRangeQuery extends SeriesQuery {
  /**
   * Inclusive lower bound of the bars' open times, epoch milliseconds; must be before `to`. If it is off the grid of
   * the interval, the range begins with the next bar.
   * @example 1680361200000
   */
  @QueryNumber({ ...TO, minimum: 0 }, (from, { to }) =>
    numberProblem(to, TO) === undefined && from >= (to as number) ? 'must be before to' : undefined,
  )
  readonly from!: number;

  /**
   * Exclusive upper bound of the bars' open times, epoch milliseconds. If it is left out or in the future, the range
   * ends with the newest closed bar. The last bar may close after `to`, and its prices may be from after `to`.
   * @example 1680447600000
   */
  @Optional()
  @QueryNumber(TO)
  readonly to?: number;

  /**
   * Maximum number of bars per page, including missing ones. Known gaps do not count.
   * @example 100
   */
  @Optional()
  @QueryNumber({ integer: true, minimum: 1, maximum: 2000 })
  readonly count: number = 2000;
}

export class CandleRangeAnswer extends CandlesAnswer {
  /** Spans for which the venue or an imported file has no bars, ascending. */
  readonly gaps!: SpanDto[];

  /**
   * Spans for which it is unknown whether there are bars, ascending. In offline mode, these are spans that are not
   * stored. Otherwise, the venue has not published the bars of these spans yet, or has sent them in an unreadable form.
   */
  readonly missing!: SpanDto[];

  /**
   * The `from` of the next page, epoch milliseconds. Null if this page ends at `to` or at the newest closed bar.
   * @example 1680367200000
   */
  @NullableTime()
  readonly nextFrom!: number | null;
}
