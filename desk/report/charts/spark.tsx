import { scaleLinear } from './scale.js';
import { tone } from '../format.js';
import { domainOf } from './domain.js';
import { at, linePath } from './path.js';
import { thinCurve } from './thin-curve.js';

interface SparkProps {
  readonly values: readonly number[];
  /** A description of the curve. */
  readonly name: string;
  /** The value at which a line is drawn; by default the first value. */
  readonly start?: number;
  readonly width?: number;
  readonly height?: number;
}

/** A curve as high as a line of text, for lists. */
export function Spark({ values, name, start = values[0] ?? 0, width = 96, height = 24 }: SparkProps) {
  const y = scaleLinear(domainOf([...values, start]), [height - 2, 2]);
  const xs = values.map((_, index) => (values.length > 1 ? (index / (values.length - 1)) * width : 0));
  const pixels = thinCurve(xs, values, width).map((index) => ({ x: xs[index]!, y: y(values[index]!) }));
  return (
    <svg
      class="spark"
      role="img"
      aria-label={name}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <line class="gridline" x1={0} x2={width} y1={at(y(start))} y2={at(y(start))} />
      <path class={`spark-${tone((values.at(-1) ?? start) - start)}`} d={linePath(pixels)} />
    </svg>
  );
}
