import { BreakdownAnalysisController } from '../breakdown/breakdown.controller.js';
import { CalendarAnalysisController } from '../calendar/calendar.controller.js';
import { ConfidenceAnalysisController } from '../confidence/confidence.controller.js';
import { CostsAnalysisController } from '../costs/costs.controller.js';
import { EquityAnalysisController } from '../equity/equity.controller.js';
import { ExitsAnalysisController } from '../exits/exits.controller.js';
import { FirstAnswersAnalysisController } from '../first-answers/first-answers.controller.js';
import { FiguresAnalysisController } from '../slice-figures/slice-figures.controller.js';
import { HindsightAnalysisController } from '../hindsight/hindsight.controller.js';
import { MonteCarloAnalysisController } from '../monte-carlo/monte-carlo.controller.js';
import { PositionsAnalysisController } from '../positions/positions.controller.js';
import { RiskAnalysisController } from '../risk/risk.controller.js';
import { SizingAnalysisController } from '../sizing/sizing.controller.js';
import { TimingAnalysisController } from '../timing/timing.controller.js';
import type { CandleRoute } from '../service/candle-route.js';
import type { TradeRoute } from '../service/trade-route.js';

/** The controllers of all analyses that have no service of their own. */
export const ANALYSIS_CONTROLLERS = [
  BreakdownAnalysisController,
  CalendarAnalysisController,
  ConfidenceAnalysisController,
  CostsAnalysisController,
  EquityAnalysisController,
  ExitsAnalysisController,
  FiguresAnalysisController,
  FirstAnswersAnalysisController,
  HindsightAnalysisController,
  MonteCarloAnalysisController,
  PositionsAnalysisController,
  RiskAnalysisController,
  SizingAnalysisController,
  TimingAnalysisController,
];

export const ALL_ROUTES: readonly (TradeRoute | CandleRoute)[] = ANALYSIS_CONTROLLERS.map(
  ({ route }) => route,
);
