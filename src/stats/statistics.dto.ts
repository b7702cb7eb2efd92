import { ApiProperty } from '@nestjs/swagger';
import { IdealRAnalysisDto } from './ideal-r/ideal-r.dto.js';
import { BinDto, EquityPointDto, ExpectancyComponentsDto } from './statistics-parts.dto.js';

const INTEGER = { type: 'integer' } as const;

/** The figures of a session; `docs/statistics.md` has their formulas. Undefined figures are 0. */
export class Statistics {
  /**
   * Version of the formulas; changes with any of them.
   * @example "1.0.0"
   */
  readonly calculationVersion!: string;

  /**
   * Number of closed trades.
   * @example 3
   */
  @ApiProperty(INTEGER)
  readonly tradeCount!: number;

  /**
   * Trades with plNet above breakEvenThreshold.
   * @example 2
   */
  @ApiProperty(INTEGER)
  readonly winCount!: number;

  /**
   * Trades with plNet below −breakEvenThreshold.
   * @example 1
   */
  @ApiProperty(INTEGER)
  readonly lossCount!: number;

  /**
   * Trades with |plNet| up to breakEvenThreshold.
   * @example 0
   */
  @ApiProperty(INTEGER)
  readonly breakEvenCount!: number;

  /**
   * The threshold that was asked for, in account currency.
   * @example 0
   */
  readonly breakEvenThreshold!: number;

  /**
   * winCount / tradeCount, 0..1. 0 also when tradeCount is 0.
   * @example 0.66666667
   */
  readonly winrate!: number;

  /**
   * Sum of the trades' plGross, account currency.
   * @example 650
   */
  readonly plGross!: number;

  /**
   * Sum of the trades' feesPaid, without spread and slippage, account currency.
   * @example 30
   */
  readonly feesPaid!: number;

  /**
   * Sum of the trades' plNet, account currency.
   * @example 620
   */
  readonly plNet!: number;

  /**
   * plNet in percent of the initial balance.
   * @example 6.2
   */
  readonly plNetPct!: number;

  /**
   * Mean plNet, account currency. 0 also when tradeCount is 0.
   * @example 206.66666667
   */
  readonly avgPlPerTrade!: number;

  /**
   * Mean plPct, percent. 0 also when tradeCount is 0.
   * @example 0.37
   */
  readonly avgPlPctPerTrade!: number;

  /**
   * Mean rMultiple of the trades that have one. 0 also when no trade has a stop on its losing side.
   * @example 1.1
   */
  readonly avgRMultiple!: number;

  /**
   * Largest rMultiple. 0 also when no trade has a stop on its losing side.
   * @example 2.5
   */
  readonly maxRMultiple!: number;

  /**
   * Mean plNet of the wins, account currency. 0 also when winCount is 0.
   * @example 360
   */
  readonly avgWin!: number;

  /**
   * Mean plNet of the losses, negative, account currency. 0 also when lossCount is 0.
   * @example -100
   */
  readonly avgLoss!: number;

  /**
   * avgWin / |avgLoss|. 0 also when winCount or lossCount is 0.
   * @example 3.6
   */
  readonly winLossRatio!: number;

  /**
   * Sum of positive plGross / |sum of negative plGross|, whatever the threshold. 0 also when no trade has plGross < 0.
   * @example 7.84
   */
  readonly profitFactor!: number;

  /**
   * The same with plNet. 0 also when no trade has plNet < 0.
   * @example 7.2
   */
  readonly netProfitFactor!: number;

  /**
   * Expected plNet of a trade: the sum of the three contributions; equals plNet / tradeCount. 0 also when tradeCount is 0.
   * @example 206.66666667
   */
  readonly expectancy!: number;

  /**
   * What the expectancy consists of.
   */
  readonly expectancyComponents!: ExpectancyComponentsDto;

  /**
   * tradeCount / max(1 day, last exit − first entry) in market time. 0 also when tradeCount is 0.
   * @example 3
   */
  readonly tradesPerDay!: number;

  /**
   * tradesPerDay · 7.
   * @example 21
   */
  readonly tradesPerWeek!: number;

  /**
   * tradesPerDay · 30.4375.
   * @example 91.3125
   */
  readonly tradesPerMonth!: number;

  /**
   * Mean of exitTime − entryTime, ms. 0 also when tradeCount is 0.
   * @example 3600000
   */
  readonly avgDurationMs!: number;

  /**
   * The same over wins. 0 also when winCount is 0.
   * @example 4500000
   */
  readonly avgWinDurationMs!: number;

  /**
   * The same over losses. 0 also when lossCount is 0.
   * @example 1800000
   */
  readonly avgLossDurationMs!: number;

  /**
   * Longest run of wins in trade order.
   * @example 2
   */
  @ApiProperty(INTEGER)
  readonly maxWinStreak!: number;

  /**
   * Longest run of losses in trade order.
   * @example 1
   */
  @ApiProperty(INTEGER)
  readonly maxLossStreak!: number;

  /**
   * winCount / number of runs of wins. 0 also when winCount is 0.
   * @example 2
   */
  readonly avgWinStreak!: number;

  /**
   * lossCount / number of runs of losses. 0 also when lossCount is 0.
   * @example 1
   */
  readonly avgLossStreak!: number;

  /**
   * Largest plPct of a win, percent. 0 also when winCount is 0.
   * @example 0.9
   */
  readonly bestWinPct!: number;

  /**
   * Smallest plPct of a loss, negative, percent. 0 also when lossCount is 0.
   * @example -0.2
   */
  readonly worstLossPct!: number;

  /**
   * Mean plPct of the wins, percent. 0 also when winCount is 0.
   * @example 0.65
   */
  readonly avgWinPct!: number;

  /**
   * Mean plPct of the losses, negative, percent. 0 also when lossCount is 0.
   * @example -0.2
   */
  readonly avgLossPct!: number;

  /**
   * Largest fall of the equity below an earlier peak, the start included, account currency, positive.
   * @example 100
   */
  readonly maxDrawdown!: number;

  /**
   * Largest such fall in percent of its peak; may belong to another fall than maxDrawdown.
   * @example 0.97
   */
  readonly maxDrawdownPct!: number;

  /**
   * Equity at the first entry and after each distinct exit time, ascending; empty when tradeCount is 0.
   */
  readonly equityCurve!: EquityPointDto[];

  /**
   * Histogram of plPct: contiguous bins [from, to); empty when tradeCount is 0.
   */
  readonly plPctDistribution!: BinDto[];

  /**
   * How far the market ran in the trades' favour before their stops.
   */
  readonly idealRAnalysis!: IdealRAnalysisDto;
}
