import { NullableNumber, Word } from '../../../shared/fields/answer-fields.js';
import { Optional, QueryNumber } from '../../../shared/fields/fields.js';
import { measureFields } from '../measure-fields.js';
import {
  CANDLE_REASONS,
  CANDLE_STATES,
  type CandleReason,
  type CandleState,
} from '../minutes/candle-states.js';
import { OutcomeAloneSliceQuery, SlicedAnswer } from '../slices/slice.dto.js';
import { EXIT_DEFINITIONS } from './exit-definitions.js';
import { MAX_STOPS, MAX_TARGETS } from './exit-grid.js';
import { MAX_MULTIPLE, Multiples, MultiplesOrAuto } from './multiples.js';

export class ExitsQuery extends OutcomeAloneSliceQuery {
  /**
   * Up to 20 targets in multiples of the initial risk, separated by commas. Default: 0.5 to 5 in steps of 0.5. With
   * `auto`, there are five targets in equal steps. The step is a fifth of the 90 % quantile of the favourable moves of
   * the trades (`r.mfe.max` of the excursions), rounded to two significant digits, and at least 0.01. If no trade with
   * an initial risk has all its bars, `auto` is the default.
   * @example [1, 2, 3]
   */
  @Optional()
  @MultiplesOrAuto(MAX_TARGETS)
  readonly targets?: string;

  /**
   * Up to 10 stops in multiples of the initial risk, separated by commas. Default: 0.5, 0.75, 1, 1.25, 1.5 and 2.
   * @example [0.5, 1]
   */
  @Optional()
  @Multiples(MAX_STOPS)
  readonly stops?: string;

  /**
   * Multiple of the initial risk at which the stop moves to the entry price, in cells with a greater target. Default:
   * stops do not move.
   * @example 1
   */
  @Optional()
  @QueryNumber({ above: 0, maximum: MAX_MULTIPLE })
  readonly breakEvenAt?: number;
}

/**
 * Bounds of a figure. `worst` assumes that everything that the bars leave open went against the trades, and `best`
 * assumes that it went in their favour.
 */
export class WorstBestDto {
  /**
   * Least value that the bars allow; null if there are no measured trades.
   * @example -1
   */
  @NullableNumber()
  readonly worst!: number | null;

  /**
   * Greatest value that the bars allow; null if there are no measured trades.
   * @example 2
   */
  @NullableNumber()
  readonly best!: number | null;
}

export class ExitCellDto extends measureFields(EXIT_DEFINITIONS.cells) {
  /** Share of the measured trades with a result above 0, 0 to 1. */
  readonly winrate!: WorstBestDto;

  /** Mean result before costs, in units of the initial risk. */
  readonly avgR!: WorstBestDto;

  /** Mean result before costs, in units of the risk of this cell. Use it to compare cells with different stops. */
  readonly avgRPerNewRisk!: WorstBestDto;
}

export class ExitTradesDto extends measureFields(EXIT_DEFINITIONS.trades) {}

export class ActualExitsDto extends measureFields(EXIT_DEFINITIONS.actual) {}

export class ExitsAnswer extends SlicedAnswer {
  /**
   * `deferred` until a session of the mode `manual` is finished, because the analysis looks past the exits;
   * `ready`: measured; `pending`:
   * candles are loading; `unavailable`: there is nothing to measure, or there are no candles.
   * @example "ready"
   */
  @Word(CANDLE_STATES)
  readonly state!: CandleState;

  /**
   * Reason for the state.
   * @example "session-finished"
   */
  @Word(CANDLE_REASONS)
  readonly reason!: CandleReason;

  /** Numbers of trades that are measured, and of trades that are not measured. */
  readonly trades!: ExitTradesDto;

  /** Every combination of a target and a stop, ascending; empty unless the state is ready. */
  readonly cells!: ExitCellDto[];

  /** Actual results of the measured trades. */
  readonly actual!: ActualExitsDto;
}
