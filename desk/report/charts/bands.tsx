import { scaleLinear } from './scale.js';
import type { EquityBandDto } from '../../../src/review/analysis/monte-carlo/monte-carlo.dto.js';
import { amount, count, short } from '../format.js';
import { someOf } from './as-table.js';
import { NumberAxis, ValueAxis } from './axes.js';
import { Chart, type Size, plotOf } from './chart.js';
import { domainOf, withRoom } from './domain.js';
import { at, linePath } from './path.js';

interface BandsProps extends Size {
  readonly name: string;
  readonly bands: readonly EquityBandDto[];
  readonly initialBalance: number;
  readonly decimals: number;
  readonly currency: string;
  /** Equity of the session at the start and after each trade, drawn over the bands. */
  readonly actual?: readonly number[];
}

const LABEL_HEIGHT = 16;
const ROWS = 21;

type Quantile = 'p05' | 'p25' | 'p50' | 'p75' | 'p95';

/** Quantiles of random paths: 5 to 95 % in a light shade, 25 to 75 % in a dark shade, and the median. */
export function Bands({
  name,
  bands,
  initialBalance,
  decimals,
  currency,
  actual = [],
  width,
  height,
}: BandsProps) {
  const plot = plotOf({ width, height: height - LABEL_HEIGHT });
  const known = bands.filter((band) => band.p05 !== null && band.p95 !== null);
  const values = known.flatMap(({ p05, p95 }) => [p05!, p95!]);
  const x = scaleLinear([0, known.at(-1)?.trade || 1], [plot.left, plot.right]);
  const y = scaleLinear(withRoom(domainOf([...values, initialBalance])), [plot.bottom, plot.top]);
  const pixels = (quantile: Quantile) =>
    known.map((band) => ({ x: x(band.trade), y: y(band[quantile] ?? initialBalance) }));
  const between = (low: Quantile, high: Quantile) =>
    `${linePath(pixels(high))}${linePath(pixels(low).toReversed()).replace('M', 'L')}Z`;
  return (
    <Chart
      name={name}
      width={width}
      height={height}
      table={{
        head: ['Trades', '5 %', '25 %', '50 %', '75 %', `95 %, ${currency}`],
        rows: someOf(known, ROWS).map(({ trade, p05, p25, p50, p75, p95 }) => [
          count(trade),
          ...[p05, p25, p50, p75, p95].map((value) => amount(value, decimals)),
        ]),
      }}
    >
      <ValueAxis scale={y} plot={plot} write={short} />
      <NumberAxis scale={x} plot={plot} write={short} label="trades" />
      <path class="band outer" d={between('p05', 'p95')} />
      <path class="band inner" d={between('p25', 'p75')} />
      <line
        class="baseline dashed"
        x1={plot.left}
        x2={plot.right}
        y1={at(y(initialBalance))}
        y2={at(y(initialBalance))}
      />
      <path class="curve" d={linePath(pixels('p50'))} />
      {actual.length > 1 && (
        <path
          class="line-actual"
          d={linePath(
            actual.map((equity, index) => ({
              x: x((index * x.domain()[1]) / (actual.length - 1)),
              y: y(equity),
            })),
          )}
        />
      )}
    </Chart>
  );
}
