import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { EquityChart, type EquityUnit } from '../charts/equity-chart.js';
import { pointsWithin } from '../charts/drawdown-curve.js';
import { Sized, useIsInteractive } from '../charts/sized.js';
import type { ChartSelection } from '../charts/use-crosshair.js';
import { range } from '../dates.js';
import { type SheetCurve, equityCurve } from '../equity-curve.js';
import { amountDecimals, percent, signedPercent } from '../format.js';
import { type HeldPoint, heldEquity } from '../held-equity.js';
import { FigureLabel } from '../explainer.js';
import type { SheetData } from '../sheet-data.js';
import { Choice, Panel, Skeleton } from './panel.js';
import { OPENING } from './widths.js';

const HEIGHT = 300;

type ScaleName = 'linear' | 'logarithmic';

interface EquityPanelProps {
  readonly data: SheetData;
  /** The selected span of time; null for the whole time. If undefined, the panel itself keeps the selected span. */
  readonly span?: ChartSelection | null;
  /** Called with the selected span of time; null for the whole time. */
  readonly onSpan?: (span: ChartSelection | null) => void;
}

/** The equity curve with its drawdowns, and the market that is held instead. */
export function EquityPanel({ data, span: given, onSpan }: EquityPanelProps) {
  const isInteractive = useIsInteractive();
  const [unit, setUnit] = useState<EquityUnit>('absolute');
  const [scale, setScale] = useState<ScaleName>('linear');
  const [hasMarket, setMarket] = useState(true);
  const [own, setOwn] = useState<ChartSelection | null>(null);
  const span = given === undefined ? own : given;
  const { stats, risk, session } = data;
  const { accountCurrency, initialBalance, accountTimezone: timeZone } = session;
  const select = (span: ChartSelection | null) => {
    setOwn(span);
    onSpan?.(span);
  };
  const curve = equityCurve(data);
  const points = pointsWithin(curve.points, span);
  const market = curve.isMarked ? heldWithin(heldEquity(data), span) : [];
  const held = hasMarket ? market : [];
  const heldPct = own ? undefined : data.timing?.buyAndHold?.pct;
  const tools = isInteractive && points.length > 0 && (
    <>
      {span && (
        <button type="button" onClick={() => select(null)}>
          All, not only {range(span.from, span.to, timeZone)}
        </button>
      )}
      {market.length > 1 && (
        <button
          type="button"
          aria-pressed={hasMarket}
          title="Draw the account that holds the market instead"
          onClick={() => setMarket(!hasMarket)}
        >
          market
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
      id="equity"
      title="Equity and drawdown"
      about={points.length > 0 ? equitySummary(data) : ''}
      tools={tools}
    >
      {!stats && <Skeleton height={HEIGHT + 44} />}
      {points.length > 0 && (
        <Sized width={OPENING}>
          {(width) => (
            <EquityChart
              points={points}
              isMarked={curve.isMarked}
              held={held}
              drawdowns={risk?.drawdowns.periods ?? []}
              initialBalance={initialBalance}
              currency={accountCurrency}
              decimals={amountDecimals(initialBalance)}
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
      {points.length > 0 && (
        <ul class="legend">
          <li class="key-curve">{wordsOf(curve)}</li>
          {held.length > 1 && (
            <li class="key-held">
              holding the market{typeof heldPct === 'number' && `, ${signedPercent(heldPct)}`}
            </li>
          )}
          {risk && risk.drawdowns.periods.length > 0 && (
            <li class="key-shade">deepest drawdowns{curve.isMarked && ' of closed trades'}, numbered</li>
          )}
        </ul>
      )}
    </Panel>
  );
}

const wordsOf = ({ isMarked, isComplete }: SheetCurve): string => {
  if (!isMarked) return 'realised equity';
  return `equity, open trades at market prices${isComplete ? '' : ' where they are known'}`;
};

const heldWithin = (points: readonly HeldPoint[], span: ChartSelection | null): readonly HeldPoint[] =>
  points.filter(({ time }) => !span || (time >= span.from && time <= span.to));

function equitySummary({ risk }: SheetData): ComponentChildren {
  const share = risk?.drawdowns.timeUnderWater;
  if (risk?.drawdowns.periods.length === 0 || typeof share !== 'number') return '';
  return (
    <>
      <FigureLabel figure="risk.drawdowns.timeUnderWater" place="equity">
        below the peak
      </FigureLabel>{' '}
      {percent(share * 100, 0)} of the time
    </>
  );
}
