import { ApiProperty } from '@nestjs/swagger';
import { NullableTime, Time } from '../../../shared/fields/answer-fields.js';
import { NamedSessionDto } from '../../../sessions/named-session.dto.js';
import { MAX_CURVE_POINTS } from '../../../shared/figures/equity-curve.js';

/** A session in a leaderboard. */
export class RankedSessionDto extends NamedSessionDto {
  /**
   * When the session was created, epoch milliseconds.
   * @example 1760000000000
   */
  @Time()
  readonly createdAt!: number;

  /**
   * Currency of the account.
   * @example "USDT"
   */
  readonly accountCurrency!: string;

  /**
   * Equity before the first trade, account currency.
   * @example 1000
   */
  readonly initialBalance!: number;

  /**
   * Time zone of the account.
   * @example "UTC"
   */
  readonly accountTimezone!: string;

  /**
   * Name of the file from which the session was imported, without a path; null for other sessions.
   * @example "backtest-result-2025-03-01_10-00-00.zip"
   */
  @ApiProperty({ type: String, nullable: true })
  readonly sourceFile!: string | null;

  /**
   * When the imported run was made, epoch milliseconds; null if the file does not contain it.
   * @example 1740823200000
   */
  @NullableTime()
  readonly runAt!: number | null;

  /**
   * When the session was started, epoch milliseconds.
   * @example 1760000000000
   */
  @Time()
  readonly startedAt!: number;

  /**
   * When a field of the session itself last changed, epoch milliseconds. Trades do not change it.
   * @example 1760000000000
   */
  @Time()
  readonly updatedAt!: number;

  /**
   * Start of the simulated range, epoch milliseconds.
   * @example 1680307200000
   */
  @NullableTime()
  readonly rangeStart!: number | null;

  /**
   * End of the simulated range, epoch milliseconds.
   * @example 1682899200000
   */
  @NullableTime()
  readonly rangeEnd!: number | null;

  /**
   * Symbols of the session's markets, in the order of the markets.
   * @example ["BTCUSDT", "ETHUSDT"]
   */
  @ApiProperty({ type: [String] })
  readonly symbols!: readonly string[];

  /**
   * Timeframes of the session's markets, in the order of the markets.
   * @example ["1m"]
   */
  @ApiProperty({ type: [String] })
  readonly timeframes!: readonly string[];

  /**
   * Equity in percent of the initial balance, at the start and after each exit, thinned to at most 40 points: the
   * first, the last, and the lowest and the highest of each of 19 intervals with equal numbers of points. After each day
   * with exits, if a version before 1.14 has stored the figures. Empty while the figures are pending, and without trades.
   * @example [100, 100.42, 99.17, 103.859]
   */
  @ApiProperty({ type: [Number], maxItems: MAX_CURVE_POINTS })
  readonly curve!: readonly number[];
}
