import type { AnalysisData } from '../sheet-data.js';
import type { Analysis, AnalysisPanel, PartRequest } from './analysis.js';
import { breakdownAnalysis } from './breakdown/breakdown.analysis.js';
import { calendarAnalysis } from './calendar/calendar.analysis.js';
import { confidenceAnalysis } from './confidence/confidence.analysis.js';
import { costsAnalysis } from './costs/costs.analysis.js';
import { distributionAnalysis } from './distribution/distribution.analysis.js';
import { drawdownsAnalysis } from './drawdowns/drawdowns.analysis.js';
import { evidenceAnalysis } from './evidence/evidence.analysis.js';
import { excursionsAnalysis } from './excursions/excursions.analysis.js';
import { exitsAnalysis } from './exits/exits.analysis.js';
import { figuresAnalysis } from './figures/figures.analysis.js';
import { firstAnswersAnalysis } from './first-answers/first-answers.analysis.js';
import { fillsAnalysis } from './fills/fills.analysis.js';
import { hindsightAnalysis } from './hindsight/hindsight.analysis.js';
import { idealRAnalysis } from './ideal-r/ideal-r.analysis.js';
import { markedEquityAnalysis } from './marked-equity/marked-equity.analysis.js';
import { monteCarloAnalysis } from './monte-carlo/monte-carlo.analysis.js';
import { positionsAnalysis } from './positions/positions.analysis.js';
import { rollingAnalysis } from './rolling/rolling.analysis.js';
import { sizingAnalysis } from './sizing/sizing.analysis.js';
import { timestampsAnalysis } from './timestamps/timestamps.analysis.js';
import { timingAnalysis } from './timing/timing.analysis.js';

/** All analyses in the rows of the sheet, in the order of the page and of the report. */
const ROWS: readonly (readonly Analysis[])[] = [
  [timestampsAnalysis, evidenceAnalysis],
  [firstAnswersAnalysis],
  [positionsAnalysis],
  [markedEquityAnalysis],
  [timingAnalysis, fillsAnalysis],
  [costsAnalysis],
  [drawdownsAnalysis, confidenceAnalysis],
  [rollingAnalysis],
  [distributionAnalysis, idealRAnalysis, monteCarloAnalysis],
  [sizingAnalysis, hindsightAnalysis],
  [exitsAnalysis, excursionsAnalysis],
  [calendarAnalysis],
  [breakdownAnalysis],
  [figuresAnalysis],
];

type RequestOfField = readonly [field: keyof AnalysisData, request: PartRequest<unknown>];

/** The requests of all analyses, in the order in which the page sends them. */
export const REQUESTS: readonly RequestOfField[] = ROWS.flat()
  .flatMap(({ requests = {} }) => Object.entries(requests) as unknown as RequestOfField[])
  .toSorted(([, one], [, other]) => one.turn - other.turn);

export type PanelRows = readonly (readonly AnalysisPanel[])[];

/** Loads the panels below the candles. */
export const loadPanels = (): Promise<PanelRows> =>
  Promise.all(PANEL_ROWS.map((row) => Promise.all(row.map(async (load) => (await load()).default))));

const PANEL_ROWS = ROWS.map((row) => row.flatMap(({ panel }) => panel ?? [])).filter(
  ({ length }) => length > 0,
);
