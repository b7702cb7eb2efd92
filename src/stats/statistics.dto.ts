import { Whole } from '../common/answer-fields.js';
import { Figure } from './figure-field.js';
import { IdealRAnalysisDto } from './ideal-r/ideal-r.dto.js';
import { BinDto, EquityPointDto, ExpectancyComponentsDto } from './statistics-parts.dto.js';

/** The figures of a session; `docs/statistics.md` has their formulas. Undefined figures are 0. */
export class Statistics {
  /**
   * Version of the formulas; changes with any of them.
   * @example "1.0.0"
   */
  readonly calculationVersion!: string;

  @Figure() @Whole() readonly tradeCount!: number;
  @Figure() @Whole() readonly winCount!: number;
  @Figure() @Whole() readonly lossCount!: number;
  @Figure() @Whole() readonly breakEvenCount!: number;
  @Figure() readonly breakEvenThreshold!: number;
  @Figure() readonly winrate!: number;
  @Figure() readonly plGross!: number;
  @Figure() readonly feesPaid!: number;
  @Figure() readonly plNet!: number;
  @Figure() readonly plNetPct!: number;
  @Figure() readonly avgPlPerTrade!: number;
  @Figure() readonly avgPlPctPerTrade!: number;
  @Figure() readonly avgRMultiple!: number;
  @Figure() readonly maxRMultiple!: number;
  @Figure() readonly avgWin!: number;
  @Figure() readonly avgLoss!: number;
  @Figure() readonly winLossRatio!: number;
  @Figure() readonly profitFactor!: number;
  @Figure() readonly netProfitFactor!: number;
  @Figure() readonly expectancy!: number;

  /**
   * What the expectancy consists of.
   */
  readonly expectancyComponents!: ExpectancyComponentsDto;

  @Figure() readonly tradesPerDay!: number;
  @Figure() readonly tradesPerWeek!: number;
  @Figure() readonly tradesPerMonth!: number;
  @Figure() readonly avgDurationMs!: number;
  @Figure() readonly avgWinDurationMs!: number;
  @Figure() readonly avgLossDurationMs!: number;
  @Figure() @Whole() readonly maxWinStreak!: number;
  @Figure() @Whole() readonly maxLossStreak!: number;
  @Figure() readonly avgWinStreak!: number;
  @Figure() readonly avgLossStreak!: number;
  @Figure() readonly bestWinPct!: number;
  @Figure() readonly worstLossPct!: number;
  @Figure() readonly avgWinPct!: number;
  @Figure() readonly avgLossPct!: number;
  @Figure() readonly maxDrawdown!: number;
  @Figure() readonly maxDrawdownPct!: number;

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
