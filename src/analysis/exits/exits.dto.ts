import { NullableNumber, Whole, Word } from '../../fields/answer-fields.js';
import { Optional, QueryNumber } from '../../fields/fields.js';
import {
  CANDLE_REASONS,
  CANDLE_STATES,
  type CandleReason,
  type CandleState,
} from '../minutes/candle-states.js';
import { MAX_STOPS, MAX_TARGETS } from './exit-grid.js';
import { MOST_MULTIPLE, Multiples } from './multiples.js';

export class ExitsQuery {
  /**
   * Up to 20 targets in multiples of the initial risk, with commas between them. Without it, 0.5 to 5 by 0.5.
   * @example "1,2,3"
   */
  @Optional()
  @Multiples(MAX_TARGETS)
  readonly targets?: string;

  /**
   * Up to 10 stops in multiples of the initial risk, with commas between them. Without it, 0.5, 0.75, 1, 1.25, 1.5 and 2.
   * @example "0.5,1"
   */
  @Optional()
  @Multiples(MAX_STOPS)
  readonly stops?: string;

  /**
   * Multiple of the initial risk at which the stop moves to the entry price, in cells with a greater target. Without it,
   * stops do not move.
   * @example 1
   */
  @Optional()
  @QueryNumber({ above: 0, maximum: MOST_MULTIPLE })
  readonly breakEvenAt?: number;
}

/** A figure when whatever the bars leave open goes against the trades, and when it goes for them. */
export class WorstBestDto {
  /**
   * The least that the bars allow; null without a measured trade.
   * @example -1
   */
  @NullableNumber()
  readonly worst!: number | null;

  /**
   * The most that the bars allow; null without a measured trade.
   * @example 2
   */
  @NullableNumber()
  readonly best!: number | null;
}

export class ExitCellDto {
  /**
   * In multiples of the initial risk.
   * @example 2
   */
  readonly target!: number;

  /**
   * In multiples of the initial risk.
   * @example 1
   */
  readonly stop!: number;

  /** Share of the measured trades with a result above 0, 0 to 1. */
  readonly winrate!: WorstBestDto;

  /** Mean result before costs, in units of the initial risk. */
  readonly avgR!: WorstBestDto;

  /** Mean result before costs, in units of this cell's risk: cells with different stops compare by it. */
  readonly avgRPerNewRisk!: WorstBestDto;
}

export class ExitTradesDto {
  /**
   * All trades; eligible + invalidRisk.
   * @example 8
   */
  @Whole()
  readonly total!: number;

  /**
   * Trades with an initial risk; measured + incomplete.
   * @example 7
   */
  @Whole()
  readonly eligible!: number;

  /**
   * Those of which every cell ends before the first missing bar.
   * @example 7
   */
  @Whole()
  readonly measured!: number;

  /**
   * The others, which enter no cell.
   * @example 0
   */
  @Whole()
  readonly incomplete!: number;

  /**
   * Trades without a stop on their losing side.
   * @example 1
   */
  @Whole()
  readonly invalidRisk!: number;
}

export class ActualExitsDto {
  /**
   * Mean rMultiple of the measured trades, after costs; null without one.
   * @example 0.8
   */
  @NullableNumber()
  readonly avgR!: number | null;

  /**
   * Mean plGross / (initial risk · qty) of the measured trades, before costs as the cells are; null without one.
   * @example 0.8
   */
  @NullableNumber()
  readonly avgGrossR!: number | null;
}

export class ExitsAnswer {
  /**
   * Version of the formulas.
   * @example "1.0.0"
   */
  readonly calculationVersion!: string;

  /**
   * `deferred` until the session is finished, since prices after an exit are looked at; `ready`: measured; `pending`: candles
   * are loading; `unavailable`: there is nothing to measure, or no candle.
   * @example "ready"
   */
  @Word(CANDLE_STATES)
  readonly state!: CandleState;

  /**
   * Why the state is what it is.
   * @example "session-finished"
   */
  @Word(CANDLE_REASONS)
  readonly reason!: CandleReason;

  /** How many trades are measured, and why others are not. */
  readonly trades!: ExitTradesDto;

  /** Each target with each stop, ascending; empty unless the state is ready. */
  readonly cells!: ExitCellDto[];

  /** The measured trades as they were closed. */
  readonly actual!: ActualExitsDto;
}
