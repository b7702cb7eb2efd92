import { number, short } from '../format.js';
import { NumberAxis } from './axes.js';
import { Chart, type Size, plotOf } from './chart.js';
import { domainOf, withRoom } from './domain.js';
import { at } from './path.js';
import { scaleLinear } from './scale.js';

/** Quantiles of a distribution in ascending order. */
export interface Quantiles {
  readonly p05: number;
  readonly p25: number;
  readonly p50: number;
  readonly p75: number;
  readonly p95: number;
}

interface QuantileBarsProps extends Size {
  readonly name: string;
  readonly quantiles: Quantiles;
  /** The value that is compared with the distribution. */
  readonly observed: number;
  readonly label: string;
  readonly decimals: number;
}

const LABEL_HEIGHT = 16;

/** The share of the distribution between neighbouring quantiles. */
const SHARES = [0.2, 0.25, 0.25, 0.2] as const;

/** A histogram of the middle 90 % of a distribution, with bars from quantile to quantile, and the observed value as a line. */
export function QuantileBars({
  name,
  quantiles,
  observed,
  label,
  decimals,
  width,
  height,
}: QuantileBarsProps) {
  const { p05, p25, p50, p75, p95 } = quantiles;
  const edges = [p05, p25, p50, p75, p95];
  const plot = { ...plotOf({ width, height: height - LABEL_HEIGHT }), left: 12 };
  const x = scaleLinear(withRoom(domainOf([...edges, observed]), 0.08), [plot.left, plot.right]);
  const densities = SHARES.map((share, bar) => {
    const length = edges[bar + 1]! - edges[bar]!;
    return length > 0 ? share / length : 0;
  });
  const y = scaleLinear([0, Math.max(...densities) || 1], [plot.bottom, plot.top + 14]);
  return (
    <Chart
      name={name}
      width={width}
      height={height}
      table={{
        head: ['Quantile', label],
        rows: [
          ...Object.entries({ '5 %': p05, '25 %': p25, '50 %': p50, '75 %': p75, '95 %': p95 }),
          ['observed', observed] as const,
        ].map(([quantile, value]) => [quantile, number(value, decimals)]),
      }}
    >
      {densities.map((density, bar) => (
        <rect
          key={SHARES.length + bar}
          class="band inner"
          x={at(x(edges[bar]!))}
          width={at(Math.max(0, x(edges[bar + 1]!) - x(edges[bar]!)))}
          y={at(y(density))}
          height={at(plot.bottom - y(density))}
        />
      ))}
      <NumberAxis scale={x} plot={plot} write={short} label={label} />
      <line class="baseline" x1={plot.left} x2={plot.right} y1={plot.bottom} y2={plot.bottom} />
      <line class="observed" x1={at(x(observed))} x2={at(x(observed))} y1={plot.top} y2={plot.bottom} />
      <text class={x(observed) > (plot.left + plot.right) / 2 ? 'end strong' : 'strong'} {...labelPlace()}>
        this session
      </text>
    </Chart>
  );

  function labelPlace() {
    const isRight = x(observed) > (plot.left + plot.right) / 2;
    return { x: at(x(observed) + (isRight ? -6 : 6)), y: plot.top + 10 };
  }
}
