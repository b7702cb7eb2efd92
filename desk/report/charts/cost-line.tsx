import { amount, number, short } from '../format.js';
import { NumberAxis, ValueAxis } from './axes.js';
import { Chart, type Size, plotOf } from './chart.js';
import { domainOf, withRoom } from './domain.js';
import { at, linePath } from './path.js';
import { scaleLinear } from './scale.js';

export interface CostPoint {
  /** All costs of a fill, basis points of its value. */
  readonly basisPoints: number;
  readonly plNet: number;
}

interface CostLineProps extends Size {
  readonly name: string;
  /** Points in ascending order of their costs. */
  readonly points: readonly CostPoint[];
  /** The costs that the session paid, basis points per fill. */
  readonly paid: number;
  /** The costs at which the net result is 0; null if the net result is never 0. */
  readonly breakEven: number | null;
  readonly currency: string;
  readonly decimals: number;
}

const LABEL_HEIGHT = 16;
const RADIUS = 4;

/**
 * A line of the net result for different costs per fill. It marks the costs that were paid, and the costs at which the
 * result is 0.
 */
export function CostLine({
  name,
  points,
  paid,
  breakEven,
  currency,
  decimals,
  width,
  height,
}: CostLineProps) {
  const plot = plotOf({ width, height: height - LABEL_HEIGHT });
  const marks = breakEven === null ? [] : [breakEven];
  const x = scaleLinear(domainOf([...points.map(({ basisPoints }) => basisPoints), paid, ...marks]), [
    plot.left,
    plot.right,
  ]);
  const y = scaleLinear(withRoom(domainOf([0, ...points.map(({ plNet }) => plNet)])), [
    plot.bottom,
    plot.top,
  ]);
  const line = [...points, ...marks.map((basisPoints) => ({ basisPoints, plNet: 0 }))].toSorted(
    (one, other) => one.basisPoints - other.basisPoints,
  );
  const today = points.find(({ basisPoints }) => basisPoints === paid);
  return (
    <Chart
      name={name}
      width={width}
      height={height}
      table={{
        head: ['Costs of a fill, basis points', `Net, ${currency}`],
        rows: line.map(({ basisPoints, plNet }) => [number(basisPoints), amount(plNet, decimals)]),
      }}
    >
      <ValueAxis scale={y} plot={plot} write={short} />
      <NumberAxis scale={x} plot={plot} write={short} label="costs of a fill, basis points" />
      <line class="baseline" x1={plot.left} x2={plot.right} y1={at(y(0))} y2={at(y(0))} />
      <path
        class="curve"
        d={linePath(line.map(({ basisPoints, plNet }) => ({ x: x(basisPoints), y: y(plNet) })))}
      />
      {today && <circle class="fill-accent" cx={at(x(paid))} cy={at(y(today.plNet))} r={RADIUS} />}
      {breakEven !== null && <circle class="fill-down" cx={at(x(breakEven))} cy={at(y(0))} r={RADIUS} />}
    </Chart>
  );
}
