import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord, Whole, Word } from '../../../shared/fields/answer-fields.js';
import { MONEY_MODELS, type MoneyModel, type ProfitMeaning } from '../money/money-rows.js';

const MEANINGS = ['net', 'gross', 'none'] as const satisfies readonly (ProfitMeaning | 'none')[];

/** The proof that the stored money of a symbol is that of the file. Amounts are in account currency. */
export class MoneyProofDto {
  /**
   * Symbol of the trades.
   * @example "ES"
   */
  readonly symbol!: string;

  /** Column of profits; null if the file has none, or if it was not read. */
  @ApiProperty({ type: String, nullable: true, example: 'P/L' })
  readonly column!: string | null;

  /**
   * What the column means: profits after all costs (`net`) or before the listed costs (`gross`). `none` if no profit was
   * read.
   * @example "net"
   */
  @Word(MEANINGS)
  readonly meaning!: (typeof MEANINGS)[number];

  /**
   * How the prices explain the profits: at a point value of 1 (`one`) or another point value, after a conversion to the
   * currency of the account, with costs that the file does not list (`percent`, `per-unit`, `per-trade`,
   * `costs-by-row`), with rounded prices, or not at all (`printed`). Null for `none`.
   * @example "point-value"
   */
  @NullableWord(MONEY_MODELS)
  readonly model!: MoneyModel | null;

  /**
   * Point value of the trades; null if it differs between trades.
   * @example 50
   */
  @NullableNumber()
  readonly pointValue!: number | null;

  /**
   * Number of trades.
   * @example 2
   */
  @Whole()
  readonly rows!: number;

  /**
   * Number of trades whose stored profit equals the profit in the file.
   * @example 2
   */
  @Whole()
  readonly agree!: number;

  /**
   * Sum of the profits in the file; null if none were read.
   * @example 291
   */
  @NullableNumber()
  readonly fileTotal!: number | null;

  /**
   * Sum of the stored plGross (for `gross`) or plNet of the trades that have a profit in the file; for `none`, of all
   * trades.
   * @example 291
   */
  readonly total!: number;

  /**
   * Sum of the stored plNet of all trades.
   * @example 291
   */
  readonly net!: number;
}
