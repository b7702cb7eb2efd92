import { ApiExtraModels, ApiProperty, OmitType, getSchemaPath } from '@nestjs/swagger';
import { TimestampCheckDto } from '../../analysis/timestamps/timestamps.dto.js';
import { Whole } from '../../../shared/fields/answer-fields.js';
import { DATE_ORDERS, type DateOrder } from '../../../shared/market/wall-time.js';
import { FLAGS, type Flag, OneOf, Optional, Text } from '../../../shared/fields/fields.js';
import { Timezone } from '../../../shared/fields/timezone.js';
import { Figures } from '../../../shared/figures/figures.dto.js';
import { MoneyChoiceDto } from '../../../shared/problems/money-choice.dto.js';
import { StatsQuery } from '../../../stats/stats.dto.js';
import { IMPORT_SOURCES, type ImportSource } from '../formats/formats.js';
import {
  COST_SIGNS,
  PROFIT_ANSWERS,
  type ProfitAnswer,
  STATED_STOPS,
  type StatedStops,
} from '../formats/import-options.js';
import type { CostSign } from '../money/money-rows.js';
import { pointValueAnswer } from '../money/money-texts.js';
import { MoneyProofDto } from './money.dto.js';
import { VerdictCounts, VerdictDto } from './preview.dto.js';

export class ImportQuery extends StatsQuery {
  /** Tool that has written the file. If left out, it is detected. */
  @Optional()
  @OneOf(IMPORT_SOURCES)
  readonly source?: ImportSource;

  /** Time zone of times without an offset (IANA name), such as `Europe/Berlin`. */
  @Optional()
  @Timezone()
  readonly timezone?: string;

  /** Order of day, month and year in dates that do not begin with the year. */
  @Optional()
  @OneOf(DATE_ORDERS)
  readonly dateOrder?: DateOrder;

  /**
   * Symbol of rows that name no symbol, such as `BTCUSDT`. If it is left out and the session has only one asset, the
   * rows belong to this asset.
   */
  @Optional()
  @Text({ min: 1, max: 40 })
  readonly symbol?: string;

  /** Strategy whose trades are imported, for a freqtrade result with several strategies. */
  @Optional()
  @Text({ min: 1, max: 200 })
  readonly strategyName?: string;

  /**
   * With `initial`, the sender states that the stops in a file of backtesting.py or MetaTrader were never moved, so
   * these stops are imported as initial stops. By default, these stops are ignored.
   * @example "unknown"
   */
  @Optional()
  @OneOf(STATED_STOPS)
  readonly stops: StatedStops = 'unknown';

  /**
   * What the column of profits means, or `ignore` to read only prices and costs. By default, prices, quantities and
   * costs decide. Applies to files whose profits are read as a whole: csv, TradingView, MetaTrader and LEAN.
   */
  @Optional()
  @OneOf(PROFIT_ANSWERS)
  readonly profit?: ProfitAnswer;

  /** What a positive number in the columns of costs means: a cost (`paid`), or an amount received (`credit`). */
  @Optional()
  @OneOf(COST_SIGNS)
  readonly costs?: CostSign;

  /** Point value of all symbols, such as `50`, or of each, such as `ES:50,NQ:20`. By default, the profits decide. */
  @Optional()
  @Text({ min: 1, max: 10_000 }, (value) =>
    pointValueAnswer(value as string) === null
      ? 'must be a number above 0, or symbols with numbers above 0, such as ES:50,NQ:20'
      : undefined,
  )
  readonly pointValue?: string;

  /**
   * If true, returns a preview and writes nothing.
   * @example "false"
   */
  @Optional()
  @OneOf(FLAGS)
  readonly preview: Flag = 'false';
}

export class SkippedRowDto {
  /**
   * Line of a csv, or row of a sheet or of a table of a page, from 1, or index of a trade in JSON, from 0.
   * @example 7
   */
  @Whole()
  readonly row!: number;

  /**
   * Reason why the row is not a closed trade. In a workbook or a page, it names the sheet or the table.
   * @example "the trade is open, worth -286.27 USD; the tool's total includes it"
   */
  readonly reason!: string;
}

export class AmbiguousRowDto {
  /**
   * Line of a csv, or row of a sheet or of a table of a page, from 1, or index of a trade in JSON, from 0.
   * @example 7
   */
  @Whole()
  readonly row!: number;

  /** The times that have two readings, and the reading that is used. */
  @ApiProperty({
    example:
      'has two readings, because the clock of the time zone shows "2025-10-26 02:50" twice; the earlier reading is used',
  })
  readonly reason!: string;
}

@ApiExtraModels(TimestampCheckDto)
export class ImportAnswer {
  /**
   * Number of new trades.
   * @example 250
   */
  @Whole()
  readonly inserted!: number;

  /**
   * Number of trades of the file that were stored before.
   * @example 0
   */
  @Whole()
  readonly stored!: number;

  /** The first 100 rows that are not closed trades. */
  readonly skipped!: SkippedRowDto[];

  /**
   * Number of rows that are not closed trades.
   * @example 1
   */
  @Whole()
  readonly skippedCount!: number;

  /**
   * The first 100 trades with a local time that the clock of `timezone` shows twice, if both readings are possible. The
   * earlier reading is used.
   */
  readonly ambiguous!: AmbiguousRowDto[];

  /**
   * Number of trades whose local times have two readings.
   * @example 1
   */
  @Whole()
  readonly ambiguousCount!: number;

  /**
   * Number of closed trades in the file.
   * @example 250
   */
  @Whole()
  readonly tradeCount!: number;

  /**
   * The proof for each symbol that the stored money is that of the file: what the file prints in sum, and what is
   * stored.
   */
  readonly money!: MoneyProofDto[];

  /**
   * What to know about the file, such as that a column is not read, or that perpetual contracts are measured on spot
   * candles. Sentences for people; empty if there is nothing.
   * @example []
   */
  readonly notices!: string[];

  /**
   * Check of the times and prices of the trades against the stored candles. A misfit does not prevent the import. Null
   * if there are no trades, or if the service is too busy for the check.
   */
  @ApiProperty({ allOf: [{ $ref: getSchemaPath(TimestampCheckDto) }], nullable: true })
  readonly check!: TimestampCheckDto | null;
}

/** Preview of the import of a file. */
@ApiExtraModels(VerdictDto)
export class ImportPreviewAnswer extends OmitType(ImportAnswer, ['inserted', 'stored'] as const) {
  /**
   * The readings of the money from which to choose, the likeliest first. The preview shows the first; an import without
   * a choice responds with `MONEY_UNCLEAR`. Null if there is no question.
   */
  @ApiProperty({ type: [MoneyChoiceDto], nullable: true, example: null })
  readonly choices!: MoneyChoiceDto[] | null;

  /** Number of trades with each verdict. */
  readonly counts!: VerdictCounts;

  /** The first 100 trades that are not new; `index` is their position among the trades of the file. */
  readonly verdicts!: VerdictDto[];

  /** Figures of the session as it is. */
  readonly before!: Figures;

  /** Figures that the session would have with the new trades. */
  readonly after!: Figures;
}
