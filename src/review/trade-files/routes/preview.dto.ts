import { ApiExtraModels, ApiProperty, OmitType, getSchemaPath } from '@nestjs/swagger';
import { TimestampCheckDto } from '../../analysis/timestamps/timestamps.dto.js';
import { Whole, Word } from '../../../shared/fields/answer-fields.js';
import { Field } from '../../../shared/fields/fields.js';
import { PlainlyChecked } from '../../../platform/http/plain-check.js';
import { FieldProblemDto } from '../../../shared/problems/problem.dto.js';
import { Figures } from '../../../shared/figures/figures.dto.js';
import { MAX_BATCH_TRADES, TradeInput } from '../../../trades/ingest-trades.dto.js';
import { VERDICTS, type Verdict } from '../../../trades/row-outcome.js';
import { TradeRecord } from '../../../trades/trade-record.dto.js';

/** The body of an ingest. Only the envelope is validated. Problems of a row are part of its verdict. */
@PlainlyChecked()
export class PreviewTradesDto {
  /** Trades of the batch. */
  @Field(
    (trades) => {
      if (!Array.isArray(trades)) return 'must be an array';
      const { length } = trades;
      return length >= 1 && length <= MAX_BATCH_TRADES
        ? undefined
        : `must contain 1 to ${MAX_BATCH_TRADES} elements, not ${length}`;
    },
    { type: () => TradeInput, isArray: true, minItems: 1, maxItems: MAX_BATCH_TRADES },
  )
  readonly trades!: unknown[];
}

/** A trade as it is stored, or as it would be stored. */
export class PreviewedTrade extends OmitType(TradeRecord, ['id', 'createdAt', 'updatedAt'] as const) {
  /** Id of the trade; null if it is new. */
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, example: null })
  readonly id!: string | null;

  /** When the trade was stored, epoch milliseconds; null if it is new. */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true, example: null })
  readonly createdAt!: number | null;

  /** When the trade last changed, epoch milliseconds; null if it is new. */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true, example: null })
  readonly updatedAt!: number | null;
}

@ApiExtraModels(PreviewedTrade)
export class VerdictDto {
  /**
   * Position of the row in the batch, from 0.
   * @example 0
   */
  @Whole()
  readonly index!: number;

  /** clientId of the row; null if it has none or the value is not a text. */
  @ApiProperty({ type: 'string', nullable: true, example: 'run-7-trade-1' })
  readonly clientId!: string | null;

  /**
   * `new`: would be stored; `stored`: already stored with this content; `conflict`: the clientId is stored with
   * different content; `invalid`: would be refused. In a finished session a new row is invalid.
   * @example "new"
   */
  @Word(VERDICTS)
  readonly verdict!: Verdict;

  /**
   * Problems of the row. Fields are named as in the row.
   * @example []
   */
  readonly problems!: FieldProblemDto[];

  /**
   * The trade that would be stored, or the stored trade if the row is stored or in conflict; null if the row is
   * invalid.
   */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(PreviewedTrade) }], nullable: true })
  readonly trade!: PreviewedTrade | null;
}

export class VerdictCounts {
  /**
   * Number of rows that would be stored.
   * @example 1
   */
  @Whole()
  readonly new!: number;

  /**
   * Number of rows that are already stored.
   * @example 0
   */
  @Whole()
  readonly stored!: number;

  /**
   * Number of rows in conflict with a stored trade.
   * @example 0
   */
  @Whole()
  readonly conflict!: number;

  /**
   * Number of invalid rows.
   * @example 0
   */
  @Whole()
  readonly invalid!: number;
}

@ApiExtraModels(TimestampCheckDto)
export class PreviewAnswer {
  /** Verdicts of all rows of the request, in the order of the request. */
  readonly verdicts!: VerdictDto[];

  /** Number of rows with each verdict. */
  readonly counts!: VerdictCounts;

  /** Figures of the session as it is. */
  readonly before!: Figures;

  /** Figures that the session would have with the new rows. */
  readonly after!: Figures;

  /**
   * Check of the times and prices of the rows against the stored candles. A misfit does not prevent the ingest. Null if
   * no row is valid, or if the service is too busy for the check.
   */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(TimestampCheckDto) }], nullable: true })
  readonly check!: TimestampCheckDto | null;
}
