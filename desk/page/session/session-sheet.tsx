import { useState } from 'preact/hooks';
import type { ChartSelection } from '../../report/charts/use-crosshair.js';
import { Banners } from '../../report/panels/banners.js';
import { BreakdownPanel } from '../../report/panels/breakdown-panel.js';
import { CalendarPanel } from '../../report/panels/calendar-panel.js';
import { DistributionPanel } from '../../report/panels/distribution-panel.js';
import { EquityPanel } from '../../report/panels/equity-panel.js';
import { ExcursionsPanel } from '../../report/panels/excursions-panel.js';
import { ExitsPanel } from '../../report/panels/exits-panel.js';
import { FiguresPanel } from '../../report/panels/figures-panel.js';
import { Foot } from '../../report/panels/foot.js';
import { IdealRPanel } from '../../report/panels/ideal-r-panel.js';
import { MonteCarloPanel } from '../../report/panels/monte-carlo-panel.js';
import { Tiles } from '../../report/panels/tiles.js';
import type { Project } from '../../api/projects.js';
import type { Session } from '../../api/sessions.js';
import { CandlesPanel } from '../candles/candles-panel.js';
import { type OutcomeFilter, TradesPanel } from '../trades/trades-panel.js';
import { useTradeList } from '../trades/use-trade-list.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { totalOf } from './total-of.js';
import { useExplanations } from './use-explanations.js';
import { useSelectedTrade } from './use-selected-trade.js';
import { useSheetData } from './use-sheet-data.js';

/** The panels of a session, which share the selected range and the selected trade. */
export function SessionSheet(props: { session: Session; project: Project; threshold: number }) {
  const { session, project, threshold } = props;
  const { data: answers, problem, retry } = useSheetData(session, project, threshold);
  const { explanations, ask } = useExplanations(session.id, threshold, answers.stats);
  const [range, setRange] = useState<ChartSelection | null>(null);
  const [outcome, setOutcome] = useState<OutcomeFilter>('all');
  const list = useTradeList(session.id, {
    ...(outcome !== 'all' && { outcome, breakEvenThreshold: threshold || undefined }),
    ...(range && { from: Math.max(1, Math.floor(range.from)), to: Math.ceil(range.to) + 1 }),
  });
  const { selected, select, selectById } = useSelectedTrade(session.id, list);
  const data = { ...answers, explanations };
  return (
    <>
      {problem && <ProblemNotice problem={problem} retry={retry} />}
      <Banners data={data} />
      <Tiles data={data} />
      <div class="grid panels">
        <EquityPanel data={data} onSpan={setRange} />
        <CandlesPanel session={session} project={project} selected={selected} select={selectById} />
        <TradesPanel
          session={session}
          list={list}
          total={range ? null : totalOf(data.stats, outcome)}
          outcome={outcome}
          setOutcome={setOutcome}
          range={range && [range.from, range.to]}
          selected={selected}
          select={select}
        />
        <DistributionPanel data={data} />
        <IdealRPanel data={data} />
        <MonteCarloPanel data={data} />
        <BreakdownPanel data={data} />
        <div class="span-6 stack">
          <ExitsPanel data={data} />
          <ExcursionsPanel data={data} />
        </div>
        <CalendarPanel data={data} />
        <FiguresPanel data={data} onExplain={ask} />
      </div>
      <Foot data={data} />
    </>
  );
}
