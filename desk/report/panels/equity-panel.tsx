import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { EquityChart, type EquityUnit } from '../charts/equity-chart.js';
import { pointsWithin } from '../charts/drawdown-curve.js';
import { Sized, useIsInteractive } from '../charts/sized.js';
import type { ChartSelection } from '../charts/use-crosshair.js';
import { range } from '../dates.js';
import { accountDecimals, percent } from '../format.js';
import { FigureLabel } from '../explainer.js';
import type { SheetData } from '../sheet-data.js';
import { NO_TRADES } from './no-trades.js';
import { Choice, Empty, Panel, Skeleton } from './panel.js';
import { WHOLE } from './widths.js';

const HEIGHT = 380;

type ScaleName = 'linear' | 'logarithmic';

interface EquityPanelProps {
  readonly data: SheetData;
  /** The selected span of time; null for the whole time. If undefined, the panel itself keeps the selected span. */
  readonly span?: ChartSelection | null;
  /** Called with the selected span of time; null for the whole time. */
  readonly onSpan?: (span: ChartSelection | null) => void;
}

export function EquityPanel({ data, span: given, onSpan }: EquityPanelProps) {
  const isInteractive = useIsInteractive();
  const [unit, setUnit] = useState<EquityUnit>('absolute');
  const [scale, setScale] = useState<ScaleName>('linear');
  const [own, setOwn] = useState<ChartSelection | null>(null);
  const span = given === undefined ? own : given;
  const { stats, risk, session } = data;
  const { accountCurrency, initialBalance, accountTimezone: timeZone } = session;
  const select = (span: ChartSelection | null) => {
    setOwn(span);
    onSpan?.(span);
  };
  const points = pointsWithin(stats?.equityCurve ?? [], span);
  const tools = isInteractive && points.length > 0 && (
    <>
      {span && (
        <button type="button" onClick={() => select(null)}>
          All, not only {range(span.from, span.to, timeZone)}
        </button>
      )}
      <Choice
        label="Unit"
        options={[
          ['absolute', accountCurrency],
          ['percent', '%'],
        ]}
        value={unit}
        onChange={setUnit}
      />
      <Choice
        label="Scale"
        options={[
          ['linear', 'lin'],
          ['logarithmic', 'log'],
        ]}
        value={scale}
        onChange={setScale}
      />
    </>
  );
  return (
    <Panel
      title="Equity and drawdown"
      span={12}
      about={points.length > 0 ? equitySummary(data) : ''}
      tools={tools}
    >
      {!stats && <Skeleton height={HEIGHT + 44} />}
      {stats && points.length === 0 && <Empty>{NO_TRADES}</Empty>}
      {points.length > 0 && (
        <Sized width={WHOLE}>
          {(width) => (
            <EquityChart
              points={points}
              drawdowns={risk?.drawdowns.periods ?? []}
              initialBalance={initialBalance}
              currency={accountCurrency}
              decimals={accountDecimals(initialBalance)}
              timeZone={timeZone}
              unit={unit}
              isLogarithmic={scale === 'logarithmic'}
              onSpan={select}
              width={width}
              height={HEIGHT}
            />
          )}
        </Sized>
      )}
    </Panel>
  );
}

function equitySummary({ risk, session }: SheetData): ComponentChildren {
  const days = `days of ${session.accountTimezone}`;
  const [deepest] = risk?.drawdowns.periods ?? [];
  if (!deepest) return days;
  const share = risk?.drawdowns.timeUnderWater;
  return (
    <>
      {days}; the deepest drawdowns are numbered
      {typeof share === 'number' && (
        <>
          ,{' '}
          <FigureLabel figure="risk.drawdowns.timeUnderWater" place="equity">
            below the peak
          </FigureLabel>{' '}
          {percent(share * 100, 0)} of the time
        </>
      )}
    </>
  );
}
