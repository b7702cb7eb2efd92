import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { INTERVALS, type Interval } from '../../../src/shared/market/intervals.js';
import type { Findings } from '../../report/findings-by-trade.js';
import { AddCandles, NoCandles } from '../../report/panels/no-candles.js';
import { FindingNotes } from '../../report/panels/finding-notes.js';
import type { Project } from '../../api/projects.js';
import type { Session } from '../../api/sessions.js';
import type { Trade } from '../../api/trades.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { CandleCanvas } from './candle-canvas.js';
import { isInterval, isOnBars, windowAround } from './candle-window.js';
import { useCandles } from './use-candles.js';
import { useTradesOnBars } from './use-trades-on-bars.js';

/** The panel with the candles around the selected trade. */
export function CandlesPanel(props: {
  session: Session;
  project: Project;
  selected: Trade | null;
  /** Findings that cast doubt on the fills of each trade, by the id of the trade. */
  findings: ReadonlyMap<string, Findings>;
  select: (tradeId: string) => void;
}) {
  const { session, project, selected, select } = props;
  const [wanted, setWanted] = useState<Interval>(isInterval(project.timeframe) ? project.timeframe : '15m');
  const [anchor, setAnchor] = useState<Trade | null>(selected);
  const candles = useCandles(anchor && windowAround(anchor, wanted));
  const { bars, window } = candles;
  const trades = useTradesOnBars(session.id, window, bars);

  const message = messageOf(candles, selected, wanted);
  // While candles are loading, the panel keeps its content, so that the layout does not jump when the user goes to the
  // next trade.
  const hadNone = useRef(false);
  if (!candles.isLoading) hadNone.current = bars.length === 0 && message !== null;
  const isOneLine = !selected || hadNone.current;

  useEffect(() => {
    if (!selected) return;
    // If the shown bars already include the trade, no other bars are read.
    const isShown = window && isOnBars(selected, window, bars);
    if (!isShown) setAnchor(selected);
  }, [selected?.id]);

  return (
    <section id="candles" tabIndex={-1} class="card candles" aria-label="Candles">
      <header class="card-head">
        <h2>Candles</h2>
        <span class="quiet">
          {anchor ? `${anchor.symbol} · ${window?.interval ?? wanted}` : ''}
          {candles.hasMissing && (
            <>
              {' '}
              · some candles are not stored <AddCandles />
            </>
          )}
        </span>
        <div class="tools">
          <select
            aria-label="Interval of the candles"
            value={wanted}
            onChange={(event) =>
              isInterval(event.currentTarget.value) && setWanted(event.currentTarget.value)
            }
          >
            {INTERVALS.map((interval) => (
              <option key={interval} value={interval}>
                {interval}
              </option>
            ))}
          </select>
        </div>
      </header>
      {candles.problem && <ProblemNotice problem={candles.problem} retry={candles.reload} />}
      {isOneLine ? (
        <p class="empty">{message}</p>
      ) : (
        <CandleCanvas
          session={session}
          window={window}
          bars={bars}
          interval={window?.interval ?? wanted}
          trades={trades}
          selected={selected}
          findings={props.findings}
          select={select}
          reach={candles.reach}
          message={message}
        />
      )}
      <FindingNotes findings={props.findings.get(selected?.id ?? '') ?? []} />
    </section>
  );
}

function messageOf(
  { isLoading, bars, problem }: ReturnType<typeof useCandles>,
  selected: Trade | null,
  interval: string,
): ComponentChildren {
  if (problem || bars.length > 0) return null;
  if (!selected) return 'Select a trade to see the market around it.';
  if (isLoading) return 'Loading candles …';
  return <NoCandles what={`${interval} candles of ${selected.symbol} at this time`} />;
}
