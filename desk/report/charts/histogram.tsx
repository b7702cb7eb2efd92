import { scaleLinear } from './scale.js';
import { count, number, plural, short } from '../format.js';
import { NumberAxis, ValueAxis } from './axes.js';
import { Chart, type Size, plotOf } from './chart.js';
import { at } from './path.js';

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

interface HistogramProps extends Size {
  readonly name: string;
  /** The bins, contiguous and in ascending order. */
  readonly bins: readonly Bin[];
  /** The unit of the values, such as "%". */
  readonly unit: string;
  /** The name of a counted item; "trade" by default. */
  readonly counted?: string;
}

const LABEL_HEIGHT = 16;
const ROWS = 100;

/** A chart of the number of values in each bin. Bins below 0 have the colour of losses. */
export function Histogram({ name, bins, unit, counted = 'trade', width, height }: HistogramProps) {
  const plot = { ...plotOf({ width, height: height - LABEL_HEIGHT }), left: 44 };
  const x = scaleLinear([bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1], [plot.left, plot.right]);
  const highest = Math.max(1, ...bins.map((bin) => bin.count));
  const y = scaleLinear([0, highest], [plot.bottom, plot.top]);
  const filled = bins.filter((bin) => bin.count > 0);
  const decimals = decimalsOfBins(bins);
  const rangeOf = ({ from, to }: Bin) => `${number(from, decimals)} to ${number(to, decimals)}`;
  return (
    <Chart
      name={name}
      width={width}
      height={height}
      table={{
        head: [`From, to (${unit})`, `${counted[0]!.toUpperCase()}${counted.slice(1)}s`],
        rows: filled.slice(0, ROWS).map((bin) => [rangeOf(bin), count(bin.count)]),
      }}
    >
      <ValueAxis scale={y} plot={plot} write={count} ticks={y.ticks(4).filter(Number.isInteger)} />
      <NumberAxis scale={x} plot={plot} write={short} label={unit} />
      {filled.map((bin) => (
        <rect
          key={bin.from}
          class={(bin.from + bin.to) / 2 < 0 ? 'fill-down' : 'fill-up'}
          x={at(x(bin.from))}
          width={at(Math.max(1, x(bin.to) - x(bin.from) - (bins.length < 80 ? 1 : 0)))}
          y={at(y(bin.count))}
          height={at(y(0) - y(bin.count))}
        >
          <title>{`${rangeOf(bin)} ${unit}: ${plural(bin.count, counted)}`}</title>
        </rect>
      ))}
      {x.domain()[0] < 0 && x.domain()[1] > 0 && (
        <line class="baseline" x1={at(x(0))} x2={at(x(0))} y1={plot.top} y2={plot.bottom} />
      )}
    </Chart>
  );
}

/** Returns the number of decimals that distinguishes neighbouring bins, plus one. */
function decimalsOfBins([first]: readonly Bin[]): number {
  const digits = first ? -Math.log10(first.to - first.from) : 0;
  return Math.min(8, Math.max(0, Math.ceil(digits - 1e-9)) + 1);
}
