import { ApiProperty } from '@nestjs/swagger';
import { NullableWord } from '../../fields/answer-fields.js';
import { Optional, QueryNumber } from '../../fields/fields.js';
import { StatsQuery } from '../../stats/stats.dto.js';
import { DrawdownsDto } from './drawdowns.dto.js';
import { ExposureDto } from './exposure.dto.js';
import { PerTradeDto } from './per-trade.dto.js';
import { ReturnsDto } from './returns.dto.js';

export class RiskQuery extends StatsQuery {
  /**
   * Interest without risk, percent a year, for sharpe and sortino.
   * @example 5
   */
  @Optional()
  @QueryNumber({ minimum: -100, maximum: 1_000 })
  readonly riskFreeRate: number = 0;
}

export class RiskAnswer {
  /**
   * Version of the formulas.
   * @example "1.0.0"
   */
  readonly calculationVersion!: string;

  /** Why there is no figure; null when there are trades. */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;

  /** What the account made from day to day. */
  @ApiProperty({ type: () => ReturnsDto })
  readonly returns!: ReturnsDto;

  /** What the results of the trades say, each for itself. */
  @ApiProperty({ type: () => PerTradeDto })
  readonly perTrade!: PerTradeDto;

  /** The periods in which the equity was below its peak. */
  @ApiProperty({ type: () => DrawdownsDto })
  readonly drawdowns!: DrawdownsDto;

  /** How much was in the market, and for how long. */
  @ApiProperty({ type: () => ExposureDto })
  readonly exposure!: ExposureDto;
}
