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
   * Risk-free interest rate, percent per year, for sharpe and sortino.
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

  /** Why there are no figures; null if there are trades. */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;

  /** Daily returns of the account. */
  @ApiProperty({ type: () => ReturnsDto })
  readonly returns!: ReturnsDto;

  /** Figures of the results of single trades. */
  @ApiProperty({ type: () => PerTradeDto })
  readonly perTrade!: PerTradeDto;

  /** The periods in which the equity was below its peak. */
  @ApiProperty({ type: () => DrawdownsDto })
  readonly drawdowns!: DrawdownsDto;

  /** Exposure: how much was in the market, and for how long. */
  @ApiProperty({ type: () => ExposureDto })
  readonly exposure!: ExposureDto;
}
