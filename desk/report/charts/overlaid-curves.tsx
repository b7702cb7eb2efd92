import { DAY_MS } from '../../../src/shared/market/intervals.js';
import { scaleLinear } from './scale.js';
import type { RelativeEquityPointDto } from '../../../src/review/comparison/comparison.dto.js';
import { moment } from '../dates.js';
import { number, shortPercent, signedPercent } from '../format.js';
import { NumberAxis, TimeAxis, ValueAxis } from './axes.js';
import { Chart, type Size, plotOf } from './chart.js';
import { domainOf, withRoom } from './domain.js';
import { at, stepPath } from './path.js';

export interface NamedCurve {
  readonly id: string;
  readonly name: string;
  readonly points: readonly RelativeEquityPointDto[];
}

interface OverlaidCurvesProps extends Size {
  readonly curves: readonly NamedCurve[];
  readonly timeZone: string;
  /** `time` draws the curves by calendar time; `days` draws each curve from its first day. */
  readonly axis: 'time' | 'days';
}

const COLOURS = 6;

/** Colours repeat after six curves. Dashes distinguish curves of the same colour. */
export const seriesClass = (index: number): string =>
  `series series-${(index % COLOURS) + 1} dash-${(Math.floor(index / COLOURS) % 4) + 1}`;

/** The equity of each session in percent of its initial balance. */
export function OverlaidCurves({ curves, timeZone, axis, width, height }: OverlaidCurvesProps) {
  const drawn = curves.filter(({ points }) => points.length > 0);
  const plot = plotOf({ width, height });
  const xOf = ({ points }: NamedCurve, { time }: RelativeEquityPointDto) =>
    axis === 'time' ? time : (time - points[0]!.time) / DAY_MS;
  const all = drawn.flatMap((curve) => curve.points.map((point) => xOf(curve, point)));
  const x = scaleLinear(domainOf(all), [plot.left, plot.right]);
  const percents = drawn.flatMap(({ points }) => points.map(({ equityPct }) => equityPct));
  const y = scaleLinear(withRoom(domainOf([...percents, 100])), [plot.bottom, plot.top]);
  return (
    <div>
      <ul class="legend">
        {curves.map(({ id, name, points }, index) => (
          <li key={id}>
            <svg class="chart-key" width={24} height={8} aria-hidden="true">
              <line class={seriesClass(index)} x1={0} x2={24} y1={4} y2={4} stroke-width={2} />
            </svg>
            {name}
            {points.length === 0 ? ', without trades' : ` ${signedPercent(points.at(-1)!.equityPct - 100)}`}
          </li>
        ))}
      </ul>
      <Chart
        name={`Equity of ${drawn.length} sessions in percent of the initial balance`}
        width={width}
        height={height}
        table={{
          head: ['Session', 'First', 'Last', 'Lowest', 'Highest', 'End, %'],
          rows: drawn.map(({ name, points }) => {
            const [lowest, highest] = domainOf(points.map(({ equityPct }) => equityPct));
            return [
              name,
              moment(points[0]!.time, timeZone),
              moment(points.at(-1)!.time, timeZone),
              number(points.length > 1 ? lowest : points[0]!.equityPct),
              number(points.length > 1 ? highest : points[0]!.equityPct),
              number(points.at(-1)!.equityPct),
            ];
          }),
        }}
      >
        <ValueAxis scale={y} plot={plot} write={shortPercent} />
        {axis === 'time' ? (
          <TimeAxis scale={x} plot={plot} timeZone={timeZone} />
        ) : (
          <NumberAxis scale={x} plot={plot} write={(days) => `day ${number(days, 0)}`} />
        )}
        <line class="baseline dashed" x1={plot.left} x2={plot.right} y1={at(y(100))} y2={at(y(100))} />
        {curves.map((curve, index) => (
          <path
            key={curve.id}
            class={seriesClass(index)}
            d={stepPath(curve.points.map((point) => ({ x: x(xOf(curve, point)), y: y(point.equityPct) })))}
          />
        ))}
      </Chart>
    </div>
  );
}
