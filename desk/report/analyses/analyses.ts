import type { AnalysisData } from '../sheet-data.js';
import type { Analysis, Panel, PartRequest } from './analysis.js';
import { breakdown } from './breakdown/breakdown.analysis.js';
import { calendar } from './calendar/calendar.analysis.js';
import { confidence } from './confidence/confidence.analysis.js';
import { costs } from './costs/costs.analysis.js';
import { distribution } from './distribution/distribution.analysis.js';
import { drawdowns } from './drawdowns/drawdowns.analysis.js';
import { evidence } from './evidence/evidence.analysis.js';
import { excursions } from './excursions/excursions.analysis.js';
import { exits } from './exits/exits.analysis.js';
import { figures } from './figures/figures.analysis.js';
import { fills } from './fills/fills.analysis.js';
import { hindsight } from './hindsight/hindsight.analysis.js';
import { idealR } from './ideal-r/ideal-r.analysis.js';
import { markedEquity } from './marked-equity/marked-equity.analysis.js';
import { monteCarlo } from './monte-carlo/monte-carlo.analysis.js';
import { rolling } from './rolling/rolling.analysis.js';
import { sizing } from './sizing/sizing.analysis.js';
import { timestamps } from './timestamps/timestamps.analysis.js';
import { timing } from './timing/timing.analysis.js';

/** All analyses in the rows of the sheet, in the order of the page and of the report. */
const ROWS: readonly (readonly Analysis[])[] = [
  [timestamps, evidence],
  [markedEquity],
  [timing, fills],
  [costs],
  [drawdowns, confidence],
  [rolling],
  [distribution, idealR, monteCarlo],
  [sizing, hindsight],
  [exits, excursions],
  [calendar],
  [breakdown],
  [figures],
];

type RequestOfField = readonly [field: keyof AnalysisData, request: PartRequest<unknown>];

/** The requests of all analyses, in the order in which the page sends them. */
export const REQUESTS: readonly RequestOfField[] = ROWS.flat()
  .flatMap(({ requests = {} }) => Object.entries(requests) as unknown as RequestOfField[])
  .toSorted(([, one], [, other]) => one.turn - other.turn);

export type PanelRows = readonly (readonly Panel[])[];

/** Loads the panels below the candles. */
export const loadPanels = (): Promise<PanelRows> =>
  Promise.all(
    ROWS.map(async (row) => {
      const modules = await Promise.all(row.flatMap(({ panel }) => (panel ? [panel()] : [])));
      return modules.map((module) => module.default);
    }),
  );
