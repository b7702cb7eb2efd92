import { useMemo, useState } from 'preact/hooks';
import { ExplainerContext } from '../../report/explainer.js';
import { Banners } from '../../report/panels/banners.js';
import { EquityPanel } from '../../report/panels/equity-panel.js';
import { ROLLING_WINDOWS } from '../../../src/review/desk/sheet/rolling-windows.js';
import { PANEL_GROUPS, loadPanels } from '../../report/analyses/analyses.js';
import { Tiles } from '../../report/panels/tiles.js';
import { GroupTitle } from '../../report/sheet/group-title.js';
import { Opening } from '../../report/sheet/opening.js';
import { findingsByTrade } from '../../report/findings-by-trade.js';
import { monthSpan } from '../../report/dates.js';
import type { GroupedBy } from '../../report/analyses/analysis.js';
import type { Project } from '../../api/projects.js';
import type { Session } from '../../api/sessions.js';
import { triesLink } from '../router/route.js';
import { type Slice, isSliced, sliceQuery } from '../router/slice.js';
import type { TradeFilter } from '../router/trade-filter.js';
import type { EntryTimes } from '../trades/entry-times.js';
import { useTradeList } from '../trades/use-trade-list.js';
import { SliceBar } from '../slice/slice-bar.js';
import { sliceOfGroup } from '../slice/slice-of-group.js';
import { later } from '../ui/later.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { Awaited } from './awaited.js';
import { totalOf } from './total-of.js';
import { useExplanations } from '../ui/use-explanations.js';
import { useSelectedTrade } from './use-selected-trade.js';
import { useSheetData } from './use-sheet-data.js';

const FIRST = PANEL_GROUPS[0]!;
const FURTHER = PANEL_GROUPS.slice(0, 2);
const LATE = PANEL_GROUPS.slice(2);

// The panels below the first view, and then the panels of the last groups.
const PanelIndex = later(async () => (await import('./further-panels.js')).PanelIndex);
const RestPanel = later(async () => (await import('./further-panels.js')).RestPanel);
const EvidencePanel = later(async () => (await import('./further-panels.js')).EvidencePanel);
const FurtherPanels = later(async () =>
  (await import('./further-panels.js')).loadGroups({ groups: FURTHER, begun: FIRST, load: loadPanels }),
);
const CandlesPanel = later(async () => (await import('./late-panels.js')).CandlesPanel);
const TradesPanel = later(async () => (await import('./late-panels.js')).TradesPanel);
const LatePanels = later(async () =>
  (await import('./late-panels.js')).loadGroups({ groups: LATE, load: loadPanels }),
);
const Foot = later(async () => (await import('./late-panels.js')).Foot);

interface SessionSheetProps {
  readonly session: Session;
  readonly project: Project;
  readonly threshold: number;
  readonly filter: TradeFilter;
  readonly setFilter: (filter: TradeFilter) => void;
}

/** The panels of a session, which share the filter of the trades and the selected trade. */
export function SessionSheet({ session, project, threshold, filter, setFilter }: SessionSheetProps) {
  const [window, setWindow] = useState<number>(ROLLING_WINDOWS[0]);
  const [riskPct, setRiskPct] = useState<number | null>(null);
  const sheet = useSheetData(session, project, { threshold, slice: filter, window, riskPct });
  const { data, awaited, isOutdated, problem, retry } = sheet;
  const explainer = useExplanations(session.id, threshold, data.stats);
  const list = useTradeList(session.id, queryOf(filter, threshold), entriesOf(filter, session));
  const { selected, select, selectById } = useSelectedTrade(session.id, list);
  const findings = useMemo(() => findingsByTrade(data.fills), [data.fills]);
  // If a session has no trades, only the list of trades states this.
  const hasTrades = data.stats?.tradeCount !== 0;
  const hasSlice = isSliced(filter);
  const setSlice = (slice: Partial<Slice>) => setFilter({ ...filter, ...slice });
  const showMonth = (month: string) => {
    setSlice({ span: monthSpan(month, session.accountTimezone) });
    document.querySelector('.trades')?.scrollIntoView({ block: 'nearest' });
  };
  // If the figures cover the listed trades, the total is known before all trades are read.
  const isCounted = filter.search === '' && !isOutdated;
  const trades = (
    <TradesPanel
      session={session}
      list={list}
      total={isCounted ? totalOf(data.stats, filter.outcome) : null}
      tags={data.byTag?.groups ?? []}
      findings={findings}
      filter={filter}
      setFilter={setFilter}
      selected={selected}
      select={select}
    />
  );
  const own = {
    evidence: (
      <EvidencePanel
        data={data}
        onPanel={showPanel}
        triesLink={triesLink('selection', session.projectId, studyQuery(session))}
      />
    ),
    candles: (
      <CandlesPanel
        session={session}
        project={project}
        selected={selected}
        findings={findings}
        select={selectById}
      />
    ),
    trades,
  };
  const equity = (
    <EquityPanel data={data} span={filter.span} onSpan={(span) => setSlice({ span: whole(span) })} />
  );
  const panels = {
    data,
    own,
    onMonth: showMonth,
    onWindow: setWindow,
    onRisk: setRiskPct,
    onGroup: (by: GroupedBy, key: string) => setSlice(sliceOfGroup(by, key, session.accountTimezone)),
  };
  return (
    <ExplainerContext.Provider value={{ ...explainer, isOfAllTrades: hasSlice }}>
      {problem && <ProblemNotice problem={problem} retry={retry} />}
      <Banners data={data} />
      <SliceBar session={session} data={data} slice={filter} setSlice={setSlice} />
      <div class={`rows${isOutdated ? ' outdated' : ''}`} aria-busy={isOutdated}>
        {hasTrades ? (
          <>
            <PanelIndex groups={PANEL_GROUPS} data={data} onPanel={showPanel} />
            <div class="group">
              <GroupTitle group={FIRST} />
              <Opening data={data} equity={equity} onPanel={showPanel} />
            </div>
            {hasSlice && <RestPanel session={session} threshold={threshold} query={sliceQuery(filter)} />}
            <FurtherPanels {...panels} />
            {data.stats && <LatePanels {...panels} />}
          </>
        ) : (
          <>
            <Tiles data={data} />
            {trades}
          </>
        )}
        {data.stats && <Foot data={data} />}
      </div>
      <Awaited parts={awaited} />
    </ExplainerContext.Provider>
  );
}

/** Scrolls to a panel and moves the focus to it. */
function showPanel(id: string): void {
  const panel = document.getElementById(id);
  panel?.scrollIntoView({ block: 'start' });
  panel?.focus({ preventScroll: true });
}

const studyQuery = ({ trial: { study } }: Session): string =>
  study === null ? '' : new URLSearchParams({ study }).toString();

/** The API can filter the list of trades by all filters of a slice except the weekdays and hours of the entries. */
const queryOf = (filter: TradeFilter, threshold: number) => {
  const { outcome, search } = filter;
  return {
    ...sliceQuery({ ...filter, weekdays: [], hours: [] }),
    ...(outcome !== 'all' && { outcome, breakEvenThreshold: threshold || undefined }),
    ...(search && { search }),
  };
};

const entriesOf = ({ weekdays, hours }: TradeFilter, { accountTimezone }: Session): EntryTimes => ({
  weekdays,
  hours,
  timeZone: accountTimezone,
});

/** Returns a span in whole milliseconds, starting at 1 or later, as the API requires. */
const whole = (span: TradeFilter['span']): TradeFilter['span'] =>
  span && { from: Math.max(1, Math.floor(span.from)), to: Math.ceil(span.to) };
