import { scaleLinear } from './scale.js';
import { count, plural, short, tone } from '../format.js';
import { ValueAxis } from './axes.js';
import { Chart, type Size, plotOf } from './chart.js';
import { domainOf, withRoom } from './domain.js';
import { at } from './path.js';

export interface ChartBar {
  readonly label: string;
  /** Null if the value is undefined. */
  readonly value: number | null;
  /** Number of trades from which the value is computed. */
  readonly n: number;
}

interface BarsProps extends Size {
  readonly name: string;
  readonly bars: readonly ChartBar[];
  /** A label for the axis of the values, such as "Net, USDT". */
  readonly label: string;
  readonly write: (value: number | null) => string;
  readonly writeAxis: (value: number) => string;
  /** True if the same values are in a table next to the chart. */
  readonly hasTable?: boolean;
}

const N_HEIGHT = 14;
/** Width of a character of a label, in pixels. This width is also enough for the larger font on paper. */
const PIXELS_OF_A_CHARACTER = 9;

/** A bar chart with a value for each group. The number of trades is below the name of the group. */
export function Bars({ name, bars, label, write, writeAxis, hasTable = false, width, height }: BarsProps) {
  const plot = { ...plotOf({ width, height: height - N_HEIGHT }), left: 56 };
  const y = scaleLinear(withRoom(domainOf([0, ...bars.map(({ value }) => value ?? 0)])), [
    plot.bottom,
    plot.top,
  ]);
  const step = (plot.right - plot.left) / Math.max(1, bars.length);
  const thickness = Math.min(64, step * 0.7);
  const every = Math.ceil((PIXELS_OF_A_CHARACTER * longestOf(bars)) / step);
  return (
    <Chart
      name={name}
      width={width}
      height={height}
      {...(!hasTable && {
        table: {
          head: ['Group', label, 'n'],
          rows: bars.map((bar) => [bar.label, write(bar.value), count(bar.n)]),
        },
      })}
    >
      <ValueAxis scale={y} plot={plot} write={writeAxis} />
      {bars.map((bar, index) => {
        const middle = plot.left + step * (index + 0.5);
        const value = bar.value ?? 0;
        return (
          <g key={bar.label}>
            <rect
              class={`fill-${tone(value)}`}
              x={at(middle - thickness / 2)}
              width={at(thickness)}
              y={at(Math.min(y(value), y(0)))}
              height={at(Math.abs(y(value) - y(0)))}
            >
              <title>{`${bar.label}: ${write(bar.value)}, ${plural(bar.n, 'trade')}`}</title>
            </rect>
            {index % every === 0 && (
              <>
                <text class="mid strong" x={at(middle)} y={plot.bottom + 16}>
                  {bar.label}
                </text>
                <text class="mid" x={at(middle)} y={plot.bottom + 30}>
                  {short(bar.n, 1)}
                </text>
              </>
            )}
          </g>
        );
      })}
      <text class="end" x={plot.left - 8} y={plot.bottom + 30}>
        n
      </text>
      <line class="baseline" x1={plot.left} x2={plot.right} y1={at(y(0))} y2={at(y(0))} />
    </Chart>
  );
}

/** Returns the number of characters of the longest label or number of trades. */
const longestOf = (bars: readonly ChartBar[]): number =>
  Math.max(...bars.map(({ label, n }) => Math.max(label.length, short(n, 1).length)));
