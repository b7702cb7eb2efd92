import { amount, amountDecimals, short } from '../format.js';
import { stamp } from '../dates.js';
import type { HeldPoint } from '../held-equity.js';
import type { SheetPoint } from '../sheet-data.js';
import { someOf } from './as-table.js';
import { TimeAxis, ValueAxis } from './axes.js';
import { Chart, type Size, plotOf } from './chart.js';
import { domainOf, withRoom } from './domain.js';
import { at, linePath, stepPath } from './path.js';
import { scaleLinear } from './scale.js';

interface MarkedCurveProps extends Size {
  readonly name: string;
  readonly points: readonly SheetPoint[];
  /**
   * Equity of an account that invests the initial balance in the market at the start and holds it; empty if there are
   * several markets.
   */
  readonly held: readonly HeldPoint[];
  readonly initialBalance: number;
  readonly currency: string;
  readonly timeZone: string;
}

const ROWS = 24;

/**
 * The equity with open trades at market prices, drawn as a band between its least and greatest values, and the realised
 * equity.
 */
export function MarkedCurve(props: MarkedCurveProps) {
  const { name, points, held, initialBalance, currency, timeZone, width, height } = props;
  const plot = plotOf({ width, height });
  const decimals = amountDecimals(initialBalance);
  const known = points.filter(({ min, max }) => min !== null && max !== null);
  const values = points.flatMap(({ realised, close, min, max }) =>
    [realised, close, min, max].filter((value) => value !== null),
  );
  const x = scaleLinear(domainOf(points.map(({ time }) => time)), [plot.left, plot.right]);
  const all = [...values, ...held.map(({ equity }) => equity), initialBalance];
  const y = scaleLinear(withRoom(domainOf(all)), [plot.bottom, plot.top]);
  return (
    <Chart
      name={name}
      width={width}
      height={height}
      table={{
        head: ['Time', `Realised, ${currency}`, 'Marked', 'Least', 'Greatest'],
        rows: someOf(points, ROWS).map(({ time, realised, close, min, max }) => [
          stamp(time, timeZone),
          ...[realised, close, min, max].map((value) => amount(value, decimals)),
        ]),
      }}
    >
      <ValueAxis scale={y} plot={plot} write={short} />
      <TimeAxis scale={x} plot={plot} timeZone={timeZone} />
      <path
        class="band inner"
        d={runsOf(points)
          .map((run) => areaOf(run))
          .join('')}
      />
      <line
        class="baseline dashed"
        x1={plot.left}
        x2={plot.right}
        y1={at(y(initialBalance))}
        y2={at(y(initialBalance))}
      />
      {held.length > 1 && (
        <path
          class="held dashed"
          d={linePath(held.map(({ time, equity }) => ({ x: x(time), y: y(equity) })))}
        />
      )}
      <path
        class="line-actual"
        d={stepPath(points.map(({ time, realised }) => ({ x: x(time), y: y(realised) })))}
      />
      <path
        class="curve"
        d={linePath(known.map(({ time, close }) => ({ x: x(time), y: y(close ?? initialBalance) })))}
      />
    </Chart>
  );

  function areaOf(run: readonly SheetPoint[]): string {
    const edge = (of: 'min' | 'max') => run.map((point) => ({ x: x(point.time), y: y(point[of]!) }));
    return `${linePath(edge('max'))}${linePath(edge('min').toReversed()).replace('M', 'L')}Z`;
  }
}

/** Splits the points into runs where the least or the greatest value is unknown. */
function runsOf(points: readonly SheetPoint[]): SheetPoint[][] {
  const runs: SheetPoint[][] = [[]];
  for (const point of points) {
    if (point.min === null || point.max === null) runs.push([]);
    else runs.at(-1)!.push(point);
  }
  return runs.filter(({ length }) => length > 0);
}
