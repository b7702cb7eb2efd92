import type { DrawdownDto } from '../../../src/review/analysis/risk/drawdowns.dto.js';
import type { HeldPoint } from '../held-equity.js';
import type { Scale } from './scale.js';
import type { Plot } from './chart.js';
import { areaTo, at, linePath, stepPath } from './path.js';
import { thinCurve } from './thin-curve.js';
import type { ChartSelection } from './use-crosshair.js';

interface CurveProps {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly x: Scale;
  readonly y: Scale;
  readonly plot: Plot;
  /** True if each value is held until the next point. */
  readonly isStepped: boolean;
  /** The area between the curve and this value is filled; undefined for a curve without a filled area. */
  readonly hangsFrom?: number;
}

/** A curve of the equity or of its falls. */
export function Curve({ xs, ys, x, y, plot, isStepped, hangsFrom }: CurveProps) {
  const kept = thinCurve(xs, ys, Math.max(1, Math.round(plot.right - plot.left)));
  const pixels = kept.map((index) => ({ x: x(xs[index]!), y: y(ys[index]!) }));
  const path = (isStepped ? stepPath : linePath)(pixels);
  if (hangsFrom === undefined) return <path class="curve" d={path} />;
  return (
    <g>
      <path class="fall" d={areaTo(path, pixels, y(hangsFrom))} />
      <path class="fall-line" d={path} />
    </g>
  );
}

interface HeldCurveProps {
  readonly points: readonly HeldPoint[];
  readonly x: Scale;
  readonly y: Scale;
  readonly plot: Plot;
}

const PLOT_ID = 'equity-plot';

/** The held market, cut off at the edges of the plot. */
export function HeldCurve({ points, x, y, plot: { left, right, top, bottom } }: HeldCurveProps) {
  if (points.length < 2) return null;
  return (
    <g>
      <clipPath id={PLOT_ID}>
        <rect x={left} y={top} width={right - left} height={bottom - top} />
      </clipPath>
      <path
        class="held dashed"
        clip-path={`url(#${PLOT_ID})`}
        d={linePath(points.map(({ time, equity }) => ({ x: x(time), y: y(equity) })))}
      />
    </g>
  );
}

/** Width of the number of a drawdown, in pixels. */
const NUMBER_WIDTH = 12;

interface ShadesProps {
  /** The drawdowns, deepest first. */
  readonly drawdowns: readonly DrawdownDto[];
  readonly x: Scale;
  readonly top: number;
  readonly bottom: number;
}

/** Shaded spans of the drawdowns. */
export const Shades = ({ drawdowns, x, top, bottom }: ShadesProps) => (
  <g>
    {spansOf(drawdowns, x).map(({ rank, from, to }) => (
      <g key={rank}>
        <rect
          class="shade"
          x={at(x(from))}
          width={at(Math.max(1, x(to) - x(from)))}
          y={top}
          height={bottom - top}
        />
        <line class="shade-start" x1={at(x(from))} x2={at(x(from))} y1={top} y2={bottom} />
      </g>
    ))}
  </g>
);

/** The numbers of the drawdowns, by depth, in front of the curves. */
export function ShadeNumbers({ drawdowns, x, top }: Omit<ShadesProps, 'bottom'>) {
  const shown = spansOf(drawdowns, x);
  const [, last] = x.domain();
  // Numbers that would overlap are left out, except the number of the deepest drawdown.
  const isNumbered = (rank: number, place: number) =>
    shown.every((other) => other.rank >= rank || Math.abs(x(other.from) - place) >= NUMBER_WIDTH);
  return (
    <g>
      {shown.map(
        ({ rank, from }) =>
          isNumbered(rank, x(from)) && (
            <text key={rank} class="over" x={at(Math.min(x(from) + 3, x(last) - NUMBER_WIDTH))} y={top + 11}>
              {rank}
            </text>
          ),
      )}
    </g>
  );
}

function spansOf(drawdowns: readonly DrawdownDto[], x: Scale) {
  const [first, last] = x.domain();
  return drawdowns
    .map(({ peakTime, recoveredTime }, index) => ({
      rank: index + 1,
      from: Math.max(first, peakTime),
      to: Math.min(last, recoveredTime ?? last),
    }))
    .filter(({ from, to }) => to > from);
}

interface CrossProps {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  readonly equityY: number;
  readonly fallY: number;
}

export const Cross = ({ x, top, bottom, equityY, fallY }: CrossProps) => (
  <g>
    <line class="cross" x1={at(x)} x2={at(x)} y1={top} y2={bottom} />
    <circle class="fill-accent" cx={at(x)} cy={at(equityY)} r={3} />
    <circle class="fill-down" cx={at(x)} cy={at(fallY)} r={3} />
  </g>
);

interface SelectionProps {
  readonly span: ChartSelection;
  readonly x: Scale;
  readonly top: number;
  readonly bottom: number;
}

export function Selection({ span, x, top, bottom }: SelectionProps) {
  const [from, to] = [x(span.from), x(span.to)];
  return (
    <rect
      class="selection"
      x={at(Math.min(from, to))}
      width={at(Math.abs(to - from))}
      y={top}
      height={bottom - top}
    />
  );
}
