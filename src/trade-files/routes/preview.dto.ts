import { ApiExtraModels, ApiProperty, OmitType, getSchemaPath } from '@nestjs/swagger';
import { TimestampCheckDto } from '../../analysis/timestamps/timestamps.dto.js';
import { Whole, Word } from '../../fields/answer-fields.js';
import { Field } from '../../fields/fields.js';
import { FieldProblemDto } from '../../problems/problem.dto.js';
import { Figures } from '../../figures/figures.dto.js';
import { MOST_TRADES, TradeInput } from '../../trades/ingest-trades.dto.js';
import { VERDICTS, type Verdict } from '../../trades/judge-trades.js';
import { TradeRecord } from '../../trades/trade-record.dto.js';

/** The body of an ingest, of which the envelope alone is checked: what is wrong with a row is its verdict. */
export class PreviewTradesDto {
  /** The batch. */
  @Field(
    (trades) => {
      if (!Array.isArray(trades)) return 'must be an array';
      const { length } = trades;
      return length >= 1 && length <= MOST_TRADES
        ? undefined
        : `must contain 1 to ${MOST_TRADES} elements, not ${length}`;
    },
    { type: () => TradeInput, isArray: true, minItems: 1, maxItems: MOST_TRADES },
  )
  readonly trades!: unknown[];
}

/** A trade as it would be stored, or as it is. */
export class PreviewedTrade extends OmitType(TradeRecord, ['id', 'createdAt', 'updatedAt'] as const) {
  /** Id of the trade; null when it is new. */
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, example: null })
  readonly id!: string | null;

  /** When it was stored, epoch milliseconds; null when it is new. */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true, example: null })
  readonly createdAt!: number | null;

  /** When it last changed, epoch milliseconds; null when it is new. */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true, example: null })
  readonly updatedAt!: number | null;
}

@ApiExtraModels(PreviewedTrade)
export class VerdictDto {
  /**
   * Place of the row in the batch, from 0.
   * @example 0
   */
  @Whole()
  readonly index!: number;

  /** The row's clientId; null when it has none that is a text. */
  @ApiProperty({ type: 'string', nullable: true, example: 'run-7-trade-1' })
  readonly clientId!: string | null;

  /**
   * `new`: would be stored; `stored`: is, with this content; `conflict`: the clientId is stored with different content;
   * `invalid`: would be refused. In a finished session a new row is invalid.
   * @example "new"
   */
  @Word(VERDICTS)
  readonly verdict!: Verdict;

  /**
   * What is wrong with the row; fields are those of the row.
   * @example []
   */
  readonly problems!: FieldProblemDto[];

  /** What would be stored, or, of a row that is stored or in conflict, what is; null when the row is invalid. */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(PreviewedTrade) }], nullable: true })
  readonly trade!: PreviewedTrade | null;
}

export class VerdictCounts {
  /**
   * Rows that would be stored.
   * @example 1
   */
  @Whole()
  readonly new!: number;

  /**
   * Rows that are stored.
   * @example 0
   */
  @Whole()
  readonly stored!: number;

  /**
   * Rows in conflict with what is stored.
   * @example 0
   */
  @Whole()
  readonly conflict!: number;

  /**
   * Rows that are invalid.
   * @example 0
   */
  @Whole()
  readonly invalid!: number;
}

@ApiExtraModels(TimestampCheckDto)
export class PreviewAnswer {
  /** All rows of the request, in its order. */
  readonly verdicts!: VerdictDto[];

  /** How many rows have each verdict. */
  readonly counts!: VerdictCounts;

  /** The figures of the session as it is. */
  readonly before!: Figures;

  /** The figures that it would have with the new rows. */
  readonly after!: Figures;

  /**
   * Whether the times and prices of the rows fit the stored candles: a warning, which keeps nothing from being stored. Null
   * without a valid row, and when the service is too busy to say.
   */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(TimestampCheckDto) }], nullable: true })
  readonly check!: TimestampCheckDto | null;
}
