import { useMemo, useState } from 'preact/hooks';
import { ExplainerContext } from '../../report/explainer.js';
import { Banners } from '../../report/panels/banners.js';
import { EquityPanel } from '../../report/panels/equity-panel.js';
import { ROLLING_WINDOWS } from '../../../src/sheet/rolling-windows.js';
import { Tiles } from '../../report/panels/tiles.js';
import { findingsByTrade } from '../../report/findings.js';
import { monthSpan } from '../../report/dates.js';
import type { Project } from '../../api/projects.js';
import type { Session } from '../../api/sessions.js';
import { CandlesPanel } from '../candles/candles-panel.js';
import { type TradeFilter, isNarrowed } from '../router/trade-filter.js';
import { TradesPanel } from '../trades/trades-panel.js';
import { useTradeList } from '../trades/use-trade-list.js';
import { later } from '../ui/later.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { Awaited } from './awaited.js';
import { totalOf } from './total-of.js';
import { useExplanations } from '../ui/use-explanations.js';
import { useSelectedTrade } from './use-selected-trade.js';
import { useSheetData } from './use-sheet-data.js';

const FurtherPanels = later(async () => (await import('./further-panels.js')).FurtherPanels);

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
  const { data, awaited, problem, retry } = useSheetData(session, project, threshold, window);
  const explainer = useExplanations(session.id, threshold, data.stats);
  const list = useTradeList(session.id, queryOf(filter, threshold));
  const { selected, select, selectById } = useSelectedTrade(session.id, list);
  const findings = useMemo(() => findingsByTrade(data.fills), [data.fills]);
  // A session without trades says so once, in the list of trades.
  const hasTrades = data.stats?.tradeCount !== 0;
  const showMonth = (month: string) => {
    setFilter({ ...filter, span: monthSpan(month, session.accountTimezone) });
    document.querySelector('.trades')?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <ExplainerContext.Provider value={explainer}>
      {problem && <ProblemNotice problem={problem} retry={retry} />}
      <Banners data={data} />
      <div class="rows">
        <Tiles data={data} />
        {hasTrades && (
          <>
            <EquityPanel
              data={data}
              span={filter.span}
              onSpan={(span) => setFilter({ ...filter, span: whole(span) })}
            />
            <CandlesPanel
              session={session}
              project={project}
              selected={selected}
              findings={findings.get(selected?.id ?? '') ?? []}
              select={selectById}
            />
          </>
        )}
        <TradesPanel
          session={session}
          list={list}
          total={isNarrowed(filter) ? null : totalOf(data.stats, filter.outcome)}
          tags={data.byTag?.groups ?? []}
          findings={findings}
          filter={filter}
          setFilter={setFilter}
          selected={selected}
          select={select}
        />
        <FurtherPanels data={data} onMonth={showMonth} onWindow={setWindow} />
      </div>
      <Awaited parts={awaited} />
    </ExplainerContext.Provider>
  );
}

const queryOf = ({ outcome, span, tag, search }: TradeFilter, threshold: number) => ({
  ...(outcome !== 'all' && { outcome, breakEvenThreshold: threshold || undefined }),
  ...(span && { from: span.from, to: span.to + 1 }),
  ...(tag !== null && { tag }),
  ...(search && { search }),
});

/** Returns a span in whole milliseconds from 1 on, as the API takes it. */
const whole = (span: TradeFilter['span']): TradeFilter['span'] =>
  span && { from: Math.max(1, Math.floor(span.from)), to: Math.ceil(span.to) };
