import { ApiExtraModels, ApiProperty, OmitType, getSchemaPath } from '@nestjs/swagger';
import { TimestampCheckDto } from '../../analysis/timestamps/timestamps.dto.js';
import { Whole } from '../../fields/answer-fields.js';
import { OneOf, Optional, Text } from '../../fields/fields.js';
import { Timezone } from '../../sessions/session-fields.js';
import { Figures } from '../../figures/figures.dto.js';
import { StatsQuery } from '../../stats/stats.dto.js';
import { DATE_ORDERS, type DateOrder, IMPORT_SOURCES, type ImportSource } from '../formats/raw-trade.js';
import { VerdictCounts, VerdictDto } from './preview.dto.js';

const FLAGS = ['true', 'false'] as const;

export class ImportQuery extends StatsQuery {
  /** Tool that has written the file. Without it the source is detected. */
  @Optional()
  @OneOf(IMPORT_SOURCES)
  readonly source?: ImportSource;

  /** Zone of times without an offset, as an IANA name such as `Europe/Berlin`. */
  @Optional()
  @Timezone()
  readonly timezone?: string;

  /** Order of day, month and year in dates that do not begin with the year. */
  @Optional()
  @OneOf(DATE_ORDERS)
  readonly dateOrder?: DateOrder;

  /**
   * Symbol, such as `BTCUSDT`, of rows that name none. Without it they belong to the session's asset, if there is one
   * alone.
   */
  @Optional()
  @Text({ min: 1, max: 40 })
  readonly symbol?: string;

  /** Strategy whose trades are taken of a freqtrade result with several. */
  @Optional()
  @Text({ min: 1, max: 200 })
  readonly strategyName?: string;

  /**
   * Whether to write nothing and answer what would be written.
   * @example "false"
   */
  @Optional()
  @OneOf(FLAGS)
  readonly preview: (typeof FLAGS)[number] = 'false';
}

export class SkippedRowDto {
  /**
   * Line of a csv, from 1, or index of a trade in JSON, from 0.
   * @example 7
   */
  @Whole()
  readonly row!: number;

  /**
   * Why it is no closed trade.
   * @example "is still open"
   */
  readonly reason!: string;
}

@ApiExtraModels(TimestampCheckDto)
export class ImportAnswer {
  /**
   * Trades that are new.
   * @example 250
   */
  @Whole()
  readonly inserted!: number;

  /**
   * Trades of the file that were stored before.
   * @example 0
   */
  @Whole()
  readonly stored!: number;

  /** Rows that are no closed trades, the first 100. */
  readonly skipped!: SkippedRowDto[];

  /**
   * How many rows are no closed trades.
   * @example 1
   */
  @Whole()
  readonly skippedCount!: number;

  /**
   * Closed trades in the file.
   * @example 250
   */
  @Whole()
  readonly tradeCount!: number;

  /**
   * Whether the times and prices of the trades of the file fit the stored candles: a warning, which keeps nothing from being stored. Null
   * without a trade, and when the service is too busy to say.
   */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(TimestampCheckDto) }], nullable: true })
  readonly check!: TimestampCheckDto | null;
}

/** Of a file that is not stored. */
@ApiExtraModels(VerdictDto)
export class ImportPreviewAnswer extends OmitType(ImportAnswer, ['inserted', 'stored'] as const) {
  /** How many trades have each verdict. */
  readonly counts!: VerdictCounts;

  /** The trades that are not new, the first 100; `index` is their place among the trades of the file. */
  readonly verdicts!: VerdictDto[];

  /** The figures of the session as it is. */
  readonly before!: Figures;

  /** The figures that it would have with the new trades. */
  readonly after!: Figures;
}
