import { number } from '../format.js';
import { someOf } from './as-table.js';
import { TimeAxis, ValueAxis } from './axes.js';
import { Chart, type Size, plotOf } from './chart.js';
import { domainOf, withRoom } from './domain.js';
import { at, linePath } from './path.js';
import { scaleLinear } from './scale.js';

export interface LinePoint {
  /** The date, as the epoch milliseconds of the start of the day in UTC. */
  readonly time: number;
  /** Null if the value is undefined. The line has a gap there. */
  readonly value: number | null;
}

interface LineChartProps extends Size {
  readonly name: string;
  /** A label for the axis of the values, such as "Sharpe ratio". */
  readonly label: string;
  readonly points: readonly LinePoint[];
  readonly write: (value: number) => string;
  /** A value that the axis of the values always includes. */
  readonly level: number;
}

const ROWS = 24;

/** A line chart of a value over dates. */
export function LineChart({ name, label, points, write, level, width, height }: LineChartProps) {
  const plot = plotOf({ width, height });
  const x = scaleLinear(domainOf(points.map(({ time }) => time)), [plot.left, plot.right]);
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const y = scaleLinear(withRoom(domainOf([...values, level])), [plot.bottom, plot.top]);
  return (
    <Chart
      name={name}
      width={width}
      height={height}
      table={{
        head: ['Date', label],
        rows: someOf(points, ROWS).map(({ time, value }) => [
          new Date(time).toISOString().slice(0, 10),
          number(value),
        ]),
      }}
    >
      <ValueAxis scale={y} plot={plot} write={write} />
      <TimeAxis scale={x} plot={plot} timeZone="UTC" />
      <line class="baseline dashed" x1={plot.left} x2={plot.right} y1={at(y(level))} y2={at(y(level))} />
      <path
        class="curve"
        d={runsOf(points)
          .map((run) => linePath(run.map(toPixel)))
          .join('')}
      />
    </Chart>
  );

  function toPixel({ time, value }: LinePoint) {
    return { x: x(time), y: y(value!) };
  }
}

/** Splits the points at undefined values into runs, which are drawn as separate lines. */
function runsOf(points: readonly LinePoint[]): LinePoint[][] {
  const runs: LinePoint[][] = [[]];
  for (const point of points) {
    if (point.value === null) runs.push([]);
    else runs.at(-1)!.push(point);
  }
  return runs.filter(({ length }) => length > 0);
}
