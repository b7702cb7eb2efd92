import { OmitType } from '@nestjs/swagger';
import { NullableFigure } from './figure-field.js';
import { Statistics } from './statistics.dto.js';

/** What the expectancy consists of. */
export class ExpectancyFigures {
  @NullableFigure() readonly winProbability!: number | null;
  @NullableFigure() readonly lossProbability!: number | null;
  @NullableFigure() readonly breakEvenProbability!: number | null;
  @NullableFigure() readonly avgBreakEven!: number | null;
  @NullableFigure() readonly winContribution!: number | null;
  @NullableFigure() readonly lossContribution!: number | null;
  @NullableFigure() readonly breakEvenContribution!: number | null;
}

/** Figures of a session without its lists. Undefined figures are null; the counts tell why. */
export class Figures extends OmitType(Statistics, [
  'winrate',
  'avgPlPerTrade',
  'avgPlPctPerTrade',
  'avgRMultiple',
  'maxRMultiple',
  'avgWin',
  'avgLoss',
  'winLossRatio',
  'profitFactor',
  'netProfitFactor',
  'expectancy',
  'tradesPerDay',
  'tradesPerWeek',
  'tradesPerMonth',
  'avgDurationMs',
  'avgWinDurationMs',
  'avgLossDurationMs',
  'avgWinStreak',
  'avgLossStreak',
  'bestWinPct',
  'worstLossPct',
  'avgWinPct',
  'avgLossPct',
  'expectancyComponents',
  'equityCurve',
  'plPctDistribution',
  'idealRAnalysis',
] as const) {
  @NullableFigure() readonly winrate!: number | null;
  @NullableFigure() readonly avgPlPerTrade!: number | null;
  @NullableFigure() readonly avgPlPctPerTrade!: number | null;
  @NullableFigure() readonly avgRMultiple!: number | null;
  @NullableFigure() readonly maxRMultiple!: number | null;
  @NullableFigure() readonly avgWin!: number | null;
  @NullableFigure() readonly avgLoss!: number | null;
  @NullableFigure() readonly winLossRatio!: number | null;
  @NullableFigure() readonly profitFactor!: number | null;
  @NullableFigure() readonly netProfitFactor!: number | null;
  @NullableFigure() readonly expectancy!: number | null;
  @NullableFigure() readonly tradesPerDay!: number | null;
  @NullableFigure() readonly tradesPerWeek!: number | null;
  @NullableFigure() readonly tradesPerMonth!: number | null;
  @NullableFigure() readonly avgDurationMs!: number | null;
  @NullableFigure() readonly avgWinDurationMs!: number | null;
  @NullableFigure() readonly avgLossDurationMs!: number | null;
  @NullableFigure() readonly avgWinStreak!: number | null;
  @NullableFigure() readonly avgLossStreak!: number | null;
  @NullableFigure() readonly bestWinPct!: number | null;
  @NullableFigure() readonly worstLossPct!: number | null;
  @NullableFigure() readonly avgWinPct!: number | null;
  @NullableFigure() readonly avgLossPct!: number | null;

  /** What the expectancy consists of. */
  readonly expectancyComponents!: ExpectancyFigures;
}
