import { number, count, plural, short } from '../format.js';
import { NumberAxis, ValueAxis } from './axes.js';
import { Chart, type Size, plotOf } from './chart.js';
import { domainOf, withRoom } from './domain.js';
import type { Bin } from './histogram.js';
import { at } from './path.js';
import { scaleLinear } from './scale.js';

interface ObservedHistogramProps extends Size {
  readonly name: string;
  /** The bins, contiguous and in ascending order, at least one. */
  readonly bins: readonly Bin[];
  /** The name of the counted items. */
  readonly counted: string;
  /** The value that is compared with the distribution. It may lie outside the bins. */
  readonly observed: number;
  readonly label: string;
  readonly decimals: number;
}

const LABEL_HEIGHT = 16;
/** Room above the highest bar for the text beside the line. */
const TEXT_HEIGHT = 16;
/** Minimum width of a bar, in pixels. If all values are equal, the bin itself has no width. */
const MIN_BAR = 2;

/** A histogram of random results, and an observed result as a line. */
export function ObservedHistogram(props: ObservedHistogramProps) {
  const { name, bins, counted, observed, label, decimals, width, height } = props;
  const plot = { ...plotOf({ width, height: height - LABEL_HEIGHT }), left: 44 };
  const edges = [bins[0]!.from, bins.at(-1)!.to];
  const x = scaleLinear(withRoom(domainOf([...edges, observed]), 0.04), [plot.left, plot.right]);
  const highest = Math.max(1, ...bins.map((bin) => bin.count));
  const y = scaleLinear([0, highest], [plot.bottom, plot.top + TEXT_HEIGHT]);
  const filled = bins.filter((bin) => bin.count > 0);
  const rangeOf = ({ from, to }: Bin) => `${number(from, decimals)} to ${number(to, decimals)}`;
  const isRight = x(observed) > (plot.left + plot.right) / 2;
  return (
    <Chart
      name={name}
      width={width}
      height={height}
      table={{
        head: [`From, to (${label})`, `${counted[0]!.toUpperCase()}${counted.slice(1)}s`],
        rows: [
          ...filled.map((bin) => [rangeOf(bin), count(bin.count)]),
          [`this session: ${number(observed, decimals)}`, ''],
        ],
      }}
    >
      <ValueAxis scale={y} plot={plot} write={count} ticks={y.ticks(4).filter(Number.isInteger)} />
      <NumberAxis scale={x} plot={plot} write={short} label={label} />
      {filled.map((bin) => (
        <rect
          key={bin.from}
          class="drawn"
          x={at(x(bin.from))}
          width={at(Math.max(MIN_BAR, x(bin.to) - x(bin.from) - 1))}
          y={at(y(bin.count))}
          height={at(plot.bottom - y(bin.count))}
        >
          <title>{`${rangeOf(bin)}: ${plural(bin.count, counted)}`}</title>
        </rect>
      ))}
      <line class="observed" x1={at(x(observed))} x2={at(x(observed))} y1={plot.top} y2={plot.bottom} />
      <text
        class={isRight ? 'end strong' : 'strong'}
        x={at(x(observed) + (isRight ? -6 : 6))}
        y={plot.top + 10}
      >
        this session
      </text>
    </Chart>
  );
}
