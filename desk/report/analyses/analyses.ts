import type { AnalysisData } from '../sheet-data.js';
import type { Analysis, AnalysisPanel, PartRequest, SheetPanel } from './analysis.js';
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
import { yearlyReturnsAnalysis } from './yearly-returns/yearly-returns.analysis.js';

/** Analyses about one question of the reader. */
interface AnalysisGroup {
  /** The id to which the index leads. */
  readonly id: string;
  /** The name of the group; empty for panels that belong to all groups. */
  readonly title: string;
  readonly rows: readonly (readonly Analysis[])[];
}

const only = (panel: SheetPanel): readonly Analysis[] => [{ panel }];

/** All analyses in groups and rows, in the order of the page and of the report. */
const GROUPS = [
  {
    id: 'how-it-went',
    title: 'How it went',
    rows: [
      only({ id: 'equity', title: 'Equity and figures' }),
      [drawdownsAnalysis, distributionAnalysis],
      [calendarAnalysis],
      [yearlyReturnsAnalysis],
      [markedEquityAnalysis],
      [positionsAnalysis],
    ],
  },
  {
    id: 'could-it-be-luck',
    title: 'Could it be luck?',
    rows: [
      [evidenceAnalysis],
      [firstAnswersAnalysis],
      [confidenceAnalysis, hindsightAnalysis],
      [timingAnalysis, fillsAnalysis],
      [timestampsAnalysis],
    ],
  },
  {
    id: 'if-it-went-on',
    title: 'If it went on',
    rows: [[monteCarloAnalysis, sizingAnalysis], [costsAnalysis]],
  },
  {
    id: 'when-and-where',
    title: 'When and where',
    rows: [
      [breakdownAnalysis],
      [rollingAnalysis],
      [excursionsAnalysis, idealRAnalysis],
      [exitsAnalysis],
      only({ id: 'candles', title: 'Candles' }),
      only({ id: 'trades', title: 'Trades' }),
    ],
  },
  { id: 'reference', title: '', rows: [[figuresAnalysis]] },
] as const satisfies readonly AnalysisGroup[];

type RequestOfField = readonly [field: keyof AnalysisData, request: PartRequest<unknown>];

/** The requests of all analyses, in the order in which the page sends them. */
export const REQUESTS: readonly RequestOfField[] = GROUPS.flatMap(({ rows }): readonly Analysis[] =>
  rows.flat(),
)
  .flatMap(({ requests = {} }) => Object.entries(requests) as unknown as RequestOfField[])
  .toSorted(([, one], [, other]) => one.turn - other.turn);

export type GroupId = (typeof GROUPS)[number]['id'];

/** A group of panels on the sheet. */
export interface PanelGroup extends Pick<AnalysisGroup, 'title'> {
  readonly id: GroupId;
  readonly rows: readonly (readonly SheetPanel[])[];
}

export const PANEL_GROUPS: readonly PanelGroup[] = GROUPS.map(({ rows, ...group }) => ({
  ...group,
  rows: rows.map((row: readonly Analysis[]) => row.flatMap(({ panel }) => panel ?? [])),
}));

/** The loaded panels by their ids. */
export type LoadedPanels = Readonly<Partial<Record<SheetPanel['id'], AnalysisPanel>>>;

/** Loads the panels of groups. */
export async function loadPanels(groups: readonly PanelGroup[]): Promise<LoadedPanels> {
  const panels = groups.flatMap(({ rows }) => rows.flat());
  const loaded = await Promise.all(
    panels.map(async ({ id, load }) => [id, (await load?.())?.default] as const),
  );
  return Object.fromEntries(loaded.filter(([, Panel]) => Panel !== undefined));
}
