import { scaleLinear, scaleLog } from './scale.js';
import type { DrawdownDto } from '../../../src/review/analysis/risk/drawdowns.dto.js';
import { moment } from '../dates.js';
import {
  amount,
  number,
  percent,
  plural,
  short,
  shortPercent,
  signedPercent,
  columnDecimals,
} from '../format.js';
import { AsTable, someOf } from './as-table.js';
import { TimeAxis, ValueAxis } from './axes.js';
import { type Plot, type Size, plotOf } from './chart.js';
import { domainOf, withRoom } from './domain.js';
import { heldDomain } from './held-domain.js';
import type { HeldPoint } from '../held-equity.js';
import type { EquityPoint } from './drawdown-curve.js';
import { Cross, Curve, HeldCurve, Selection, ShadeNumbers, Shades } from './equity-parts.js';
import { at } from './path.js';
import { type ChartSelection, useCrosshair } from './use-crosshair.js';

const FALLS_HEIGHT = 88;
const GAP = 20;
const SHADED = 5;
const ROWS = 40;

export type EquityUnit = 'absolute' | 'percent';

export interface EquityChartProps extends Size {
  /** The points of the curve, at least one. */
  readonly points: readonly EquityPoint[];
  /** True if open trades count at market prices. Otherwise, the equity changes in steps. */
  readonly isMarked: boolean;
  /** The equity of an account that holds the market instead; empty if it is not known. */
  readonly held: readonly HeldPoint[];
  /** The drawdowns, deepest first. The first five are shaded. */
  readonly drawdowns: readonly DrawdownDto[];
  readonly initialBalance: number;
  readonly currency: string;
  readonly decimals: number;
  readonly timeZone: string;
  readonly unit: EquityUnit;
  readonly isLogarithmic: boolean;
  /** Called with the span of time that the user has selected by dragging. */
  readonly onSpan?: (span: ChartSelection) => void;
}

/** The equity curve and, below it on the same time axis, the drop of the equity from its peak. */
export function EquityChart(props: EquityChartProps) {
  const { points, isMarked, drawdowns, width, height, timeZone, unit } = props;
  const curve = curveOf(props);
  const { times, values, falls, start } = curve;
  const { upper, lower } = plotsOf(props);
  const { x, y, fall } = scalesOf(curve, upper, lower, props.isLogarithmic);
  const { index, drag, handlers, isInteractive } = useCrosshair(times, x, props.onSpan);
  const name = chartName(props, curve);
  const readout = index === null ? null : readoutOf(props, curve, index);
  const [top, bottom] = [upper.top, lower.bottom];
  const slider = {
    role: 'slider' as const,
    tabIndex: 0,
    'aria-valuemin': 0,
    'aria-valuemax': points.length - 1,
    'aria-valuenow': index ?? points.length - 1,
    'aria-valuetext': readout ?? readoutOf(props, curve, points.length - 1),
    ...handlers,
  };
  const shaded = drawdowns.slice(0, SHADED);
  return (
    <figure class="chart">
      <p class="readout screen-only">
        {readout ?? (isInteractive ? 'Point at the curve, or use the arrow keys, to read it.' : '')}
      </p>
      <svg
        {...(isInteractive ? slider : { role: 'img' as const })}
        aria-label={name}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
      >
        <Shades drawdowns={shaded} x={x} top={top} bottom={bottom} />
        <TimeAxis scale={x} plot={{ ...lower, top }} timeZone={timeZone} />
        <ValueAxis scale={y} plot={upper} write={unit === 'percent' ? shortPercent : short} />
        <ValueAxis scale={fall} plot={lower} write={shortPercent} ticks={fall.ticks(2)} />
        <line class="baseline dashed" x1={upper.left} x2={upper.right} y1={at(y(start))} y2={at(y(start))} />
        <HeldCurve points={curve.held} x={x} y={y} plot={upper} />
        <Curve xs={times} ys={values} x={x} y={y} plot={upper} isStepped={!isMarked} />
        <Curve xs={times} ys={falls} x={x} y={fall} plot={lower} isStepped={!isMarked} hangsFrom={0} />
        <ShadeNumbers drawdowns={shaded} x={x} top={top} />
        {drag && <Selection span={drag} x={x} top={top} bottom={bottom} />}
        {index !== null && (
          <Cross
            x={x(times[index]!)}
            top={top}
            bottom={bottom}
            equityY={y(values[index]!)}
            fallY={fall(falls[index]!)}
          />
        )}
      </svg>
      <EquityTable {...props} curve={curve} />
    </figure>
  );
}

interface DrawnEquity {
  readonly times: readonly number[];
  /** Values in the unit of the chart. */
  readonly values: readonly number[];
  readonly falls: readonly number[];
  /** The initial balance in the unit of the chart. */
  readonly start: number;
  /** The held market in the unit of the chart. */
  readonly held: readonly HeldPoint[];
}

function curveOf({ points, held, unit, initialBalance }: EquityChartProps): DrawnEquity {
  const factor = unit === 'percent' ? 100 / initialBalance : 1;
  return {
    times: points.map(({ time }) => time),
    values: points.map(({ equity }) => equity * factor),
    falls: points.map(({ fall }) => fall),
    start: initialBalance * factor,
    held: held.map(({ time, equity }) => ({ time, equity: equity * factor })),
  };
}

function plotsOf(size: Size): { readonly upper: Plot; readonly lower: Plot } {
  const whole = plotOf(size);
  const upper = { ...whole, bottom: whole.bottom - FALLS_HEIGHT - GAP };
  return { upper, lower: { ...whole, top: upper.bottom + GAP } };
}

function scalesOf(
  { times, values, falls, start, held }: DrawnEquity,
  upper: Plot,
  lower: Plot,
  isLogarithmic: boolean,
) {
  const domain = heldDomain(domainOf([...domainOf(values), start]), held);
  const [deepest] = domainOf([...domainOf(falls), 0]);
  return {
    x: scaleLinear(domainOf([times[0]!, times.at(-1)!]), [upper.left, upper.right]),
    y:
      isLogarithmic && domain[0] > 0
        ? scaleLog(domain, [upper.bottom, upper.top])
        : scaleLinear(withRoom(domain), [upper.bottom, upper.top]),
    fall: scaleLinear([Math.min(deepest, -0.01) * 1.08, 0], [lower.bottom, lower.top]),
  };
}

const writeValue = ({ unit, decimals, currency }: EquityChartProps, value: number): string =>
  unit === 'percent' ? percent(value) : `${amount(value, decimals)} ${currency}`;

function readoutOf(props: EquityChartProps, { times, values, falls }: DrawnEquity, index: number): string {
  const equity = writeValue(props, values[index]!);
  return `${moment(times[index], props.timeZone)}: ${equity}, ${signedPercent(falls[index])} from the peak`;
}

function chartName(props: EquityChartProps, { times, values, falls, start }: DrawnEquity): string {
  const { timeZone } = props;
  const [first, last] = [moment(times[0], timeZone), moment(times.at(-1), timeZone)];
  const [deepest] = domainOf([...falls, 0]);
  const end = writeValue(props, values.at(-1)!);
  const prices = props.isMarked ? ' at market prices' : '';
  return `Equity from ${writeValue(props, start)} to ${end}${prices}, ${first} to ${last}; deepest fall ${percent(Math.min(0, deepest))}.`;
}

function EquityTable({ curve, ...props }: EquityChartProps & { readonly curve: DrawnEquity }) {
  const { points, timeZone, unit, currency, decimals } = props;
  const shown = someOf(
    points.map((_, index) => index),
    ROWS,
  );
  const places = unit === 'percent' ? 2 : columnDecimals(curve.values, decimals);
  return (
    <AsTable
      head={['Time', `Equity, ${unit === 'percent' ? '% of the start' : currency}`, 'From the peak']}
      rows={shown.map((index) => [
        moment(curve.times[index], timeZone),
        number(curve.values[index], places),
        signedPercent(curve.falls[index]),
      ])}
      {...(points.length > ROWS && { note: `${ROWS} of ${plural(points.length, 'point')}, evenly chosen.` })}
    />
  );
}
