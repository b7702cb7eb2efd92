import { MARGIN, type Plot } from './chart.js';
import { at } from './path.js';
import type { Scale } from './scale.js';
import { timeTicks } from './time-ticks.js';

const PIXELS_OF_A_VALUE = 40;
const PIXELS_OF_A_TIME = 90;

interface ValueAxisProps {
  readonly scale: Scale;
  readonly plot: Plot;
  /** Formats a value. A round value keeps all its decimals, so that neighbouring ticks have different labels. */
  readonly write: (value: number) => string;
  /** The values to mark; round values if undefined. */
  readonly ticks?: readonly number[];
}

/** Horizontal lines across the plot, with their values on the left. */
export function ValueAxis({ scale, plot, write, ticks }: ValueAxisProps) {
  const values = ticks ?? ticksOf(scale, (plot.bottom - plot.top) / PIXELS_OF_A_VALUE);
  return (
    <g>
      {values.map((value) => (
        <g key={value}>
          <line class="gridline" x1={plot.left} x2={plot.right} y1={at(scale(value))} y2={at(scale(value))} />
          <ValueLabel text={write(value)} right={plot.left - 8} y={scale(value) + 4} />
        </g>
      ))}
    </g>
  );
}

/** Width of a character of a label, in pixels. Labels are positioned before they are drawn, so it is an estimate. */
export const PIXELS_OF_A_CHARACTER = 6.5;

/** The value of a tick, left of the plot. A long value begins at the edge of the drawing. */
function ValueLabel({
  text,
  right,
  y,
}: {
  readonly text: string;
  readonly right: number;
  readonly y: number;
}) {
  return text.length * PIXELS_OF_A_CHARACTER > right ? (
    <text x={0} y={at(y)}>
      {text}
    </text>
  ) : (
    <text class="end" x={right} y={at(y)}>
      {text}
    </text>
  );
}

/** Returns the middle of a label below the plot, moved so that the whole label is inside the drawing. */
function insideDrawing(middle: number, text: string, { right }: Plot): number {
  const half = (text.length * PIXELS_OF_A_CHARACTER) / 2;
  return Math.max(half, Math.min(middle, right + MARGIN.right - half));
}

/** Returns evenly spaced ticks, about as many as requested. The ticks include 0 if the scale includes 0. */
export function ticksOf(scale: Scale, about: number): number[] {
  const most = Math.max(2, Math.round(about));
  const ticks = scale.ticks(most);
  const step = Math.ceil(ticks.length / (most * 1.6));
  const zero = Math.max(0, ticks.indexOf(0));
  return ticks.filter((_, index) => (index - zero) % step === 0);
}

interface NumberAxisProps extends Omit<ValueAxisProps, 'ticks'> {
  readonly label?: string;
}

/** An axis of values below the plot. */
export function NumberAxis({ scale, plot, write, label }: NumberAxisProps) {
  const ticks = ticksOf(scale, (plot.right - plot.left) / 64);
  return (
    <g>
      {ticks.map((value) => (
        <text
          key={value}
          class="mid"
          x={at(insideDrawing(scale(value), write(value), plot))}
          y={plot.bottom + 16}
        >
          {write(value)}
        </text>
      ))}
      {label && (
        <text class="mid" x={at((plot.left + plot.right) / 2)} y={plot.bottom + 32}>
          {label}
        </text>
      )}
    </g>
  );
}

interface TimeAxisProps {
  readonly scale: Scale;
  readonly plot: Plot;
  readonly timeZone: string;
}

/** An axis of times below the plot. */
export function TimeAxis({ scale, plot, timeZone }: TimeAxisProps) {
  const [from, to] = scale.domain();
  const about = Math.max(2, Math.floor((plot.right - plot.left) / PIXELS_OF_A_TIME));
  return (
    <g>
      {timeTicks(from, to, timeZone, about).map(({ time, label }) => (
        <g key={time}>
          <line class="gridline" x1={at(scale(time))} x2={at(scale(time))} y1={plot.top} y2={plot.bottom} />
          <text class="mid" x={at(insideDrawing(scale(time), label, plot))} y={plot.bottom + 16}>
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}
