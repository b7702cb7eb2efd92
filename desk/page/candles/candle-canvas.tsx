import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CandleDto } from '../../../src/candles/candles.dto.js';
import type { Session } from '../../api/sessions.js';
import type { Trade } from '../../api/trades.js';
import type { Findings } from '../../report/findings-by-trade.js';
import type { CandleChart } from './candle-chart.js';
import { plural } from '../../report/format.js';
import { CandleTable } from './candle-table.js';
import { type CandleWindow, isOnBars } from './candle-window.js';
import type { PrintedCandles } from './printed-candles.js';
import type { DoubtMark } from './doubt-marks.js';
import type { Mark } from './trade-marks.js';

/** A chart that is drawn by the charting library. The library is loaded when there are bars to draw. */
export function CandleCanvas(props: {
  session: Session;
  window: CandleWindow | null;
  interval: string;
  bars: readonly CandleDto[];
  trades: readonly Trade[];
  selected: Trade | null;
  /** Findings that cast doubt on the fills of each trade, by the id of the trade. */
  findings: ReadonlyMap<string, Findings>;
  select: (tradeId: string) => void;
  reach: (edge: 'start' | 'end') => void;
  message: ComponentChildren;
}) {
  const { session, window, bars, trades, selected, findings } = props;
  const timezone = session.accountTimezone;
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<CandleChart | null>(null);
  const [Printed, setPrinted] = useState<typeof PrintedCandles | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const latest = useRef(props);
  latest.current = props;
  const hasBars = bars.length > 0;
  const doubtedCount = trades.filter(({ id }) => findings.has(id)).length;

  useEffect(() => {
    if (!hasBars || hasFailed) return;
    let drawn: CandleChart | null = null;
    let isShown = true;
    const placed = (marks: readonly Mark[], doubts: readonly DoubtMark[]) => {
      const mark = marks.find(({ trade }) => trade.id === latest.current.selected?.id);
      if (!place.current) return;
      place.current.dataset['marks'] = marks
        .map(({ trade, exit }) => `${trade.id} ${exit.x} ${exit.y}`)
        .join(',');
      place.current.dataset['doubts'] = doubts
        .map(({ tradeId, kind, x, y }) => `${tradeId} ${kind} ${x} ${y}`)
        .join(',');
      place.current.dataset['selected'] = mark?.trade.id ?? '';
    };
    const draw = async () => {
      const { drawCandles, PrintedCandles } = await import('./candle-chart.js');
      if (!isShown || !place.current) return;
      drawn = drawCandles(place.current, {
        timezone,
        placed,
        select: (id) => latest.current.select(id),
        reach: (edge) => latest.current.reach(edge),
      });
      setChart(drawn);
      setPrinted(() => PrintedCandles);
    };
    draw().catch(() => setFailed(true));
    return () => {
      isShown = false;
      drawn?.remove();
      setChart(null);
    };
  }, [timezone, hasBars, hasFailed]);

  useEffect(() => chart?.showBars(bars), [chart, bars]);
  useEffect(() => {
    const isListed = !selected || trades.some(({ id }) => id === selected.id);
    chart?.showTrades(isListed ? trades : [...trades, selected], selected?.id ?? null, findings);
  }, [chart, bars, trades, selected, findings]);
  useEffect(() => {
    if (selected) chart?.centre(selected);
  }, [chart, selected?.id, props.interval, hasBars]);

  const message = hasFailed ? 'The chart could not be loaded.' : props.message;
  return (
    <>
      <div class="candle-box">
        <div
          ref={place}
          class="candle-chart"
          role="img"
          aria-label={`${bars.length} ${props.interval} candles with entries and exits of trades${doubtedCount > 0 ? `, ${plural(doubtedCount, 'trade')} with doubtful fills` : ''}`}
          data-bars={bars.length}
          data-first={bars[0]?.ts}
          data-last={bars.at(-1)?.ts}
        />
        {message && <p class="empty over">{message}</p>}
        {hasFailed && (
          <button type="button" onClick={() => setFailed(false)}>
            Try again
          </button>
        )}
      </div>
      <CandleTable bars={bars} timezone={timezone} />
      {Printed && window && selected && isOnBars(selected, window, bars) && (
        <Printed
          session={session}
          window={window}
          bars={bars}
          selected={selected}
          findings={findings.get(selected.id) ?? []}
        />
      )}
    </>
  );
}
