import { scaleLinear } from './scale.js';
import { number, plural, short } from '../format.js';
import { someOf } from './as-table.js';
import { NumberAxis, ValueAxis } from './axes.js';
import { Chart, type Size, plotOf } from './chart.js';
import { domainOf, withRoom } from './domain.js';
import { dotsPath } from './path.js';

export interface ScatterPoint {
  readonly x: number;
  readonly y: number;
  readonly tone: 'up' | 'down' | 'flat';
}

interface ScatterProps extends Size {
  readonly name: string;
  readonly points: readonly ScatterPoint[];
  readonly xLabel: string;
  readonly yLabel: string;
  /** True if a diagonal line marks the points with equal values. */
  readonly hasDiagonal?: boolean;
}

const LABEL_HEIGHT = 16;
const TONES = ['flat', 'down', 'up'] as const;
const ROWS = 100;

/** A scatter chart with one dot for each pair of values. */
export function Scatter({ name, points, xLabel, yLabel, hasDiagonal = false, width, height }: ScatterProps) {
  const plot = { ...plotOf({ width, height: height - LABEL_HEIGHT }), top: 28, left: 44 };
  const xs = domainOf([0, ...points.map(({ x }) => x)]);
  const ys = domainOf([0, ...points.map(({ y }) => y)]);
  const x = scaleLinear(withRoom(xs), [plot.left, plot.right]);
  const y = scaleLinear(withRoom(ys), [plot.bottom, plot.top]);
  const low = Math.max(x.domain()[0], y.domain()[0]);
  const high = Math.min(x.domain()[1], y.domain()[1]);
  return (
    <Chart
      name={name}
      width={width}
      height={height}
      table={{
        head: ['Trade', xLabel, yLabel],
        rows: someOf(
          points.map((point, index) => ({ ...point, index })),
          ROWS,
        ).map(({ index, x, y }) => [String(index + 1), number(x), number(y)]),
        ...(points.length > ROWS && { note: `${ROWS} of ${plural(points.length, 'trade')}, evenly chosen.` }),
      }}
    >
      <ValueAxis scale={y} plot={plot} write={short} />
      <NumberAxis scale={x} plot={plot} write={short} label={xLabel} />
      <text x={4} y={14}>
        {yLabel}
      </text>
      <line class="baseline" x1={x(0)} x2={x(0)} y1={plot.top} y2={plot.bottom} />
      <line class="baseline" x1={plot.left} x2={plot.right} y1={y(0)} y2={y(0)} />
      {hasDiagonal && high > low && (
        <line class="baseline dashed" x1={x(low)} y1={y(low)} x2={x(high)} y2={y(high)} />
      )}
      {TONES.map((tone) => (
        <path
          key={tone}
          class={`dots line-${tone}`}
          d={dotsPath(
            points.filter((point) => point.tone === tone).map((point) => ({ x: x(point.x), y: y(point.y) })),
          )}
        />
      ))}
    </Chart>
  );
}
