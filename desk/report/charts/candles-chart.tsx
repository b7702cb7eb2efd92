import { scaleLinear } from './scale.js';
import { moment, stamp } from '../dates.js';
import { plural, price, short, signedAmount } from '../format.js';
import type { Findings } from '../findings-by-trade.js';
import type { SheetCandles, SheetTrade } from '../sheet-data.js';
import { TimeAxis, ValueAxis } from './axes.js';
import { Chart, type Plot, type Size, plotOf } from './chart.js';
import { domainOf, withRoom } from './domain.js';
import { at } from './path.js';
import { FindingMarks } from './finding-marks.js';
import { TradeLines } from './trade-lines.js';

interface CandlesChartProps extends Size {
  readonly candles: SheetCandles;
  /** The trades in the symbol of the candles. */
  readonly trades: readonly SheetTrade[];
  /** The selected trade, which is drawn with its stop and target. */
  readonly selected: SheetTrade | null;
  /** Findings that cast doubt on the fills of the trades. */
  readonly findings: Findings;
  readonly timeZone: string;
  readonly decimals: number;
}

const ROWS = 50;
const MAX_WITH_LEVELS = 12;

/** A chart of candles with the trades over them. */
export function CandlesChart(props: CandlesChartProps) {
  const { candles, trades, selected, findings, timeZone, decimals, width, height } = props;
  const plot = plotOf({ width, height });
  const { times, low, high, intervalMs } = candles;
  const x = scaleLinear([times[0]!, times.at(-1)! + intervalMs], [plot.left, plot.right]);
  const marked = selected ? [selected] : trades.length <= MAX_WITH_LEVELS ? trades : [];
  const prices = [
    ...domainOf([...low, ...high]),
    ...trades.flatMap(({ entryPrice, exitPrice }) => [entryPrice, exitPrice]),
  ];
  const drawn = domainOf(prices);
  const levels = marked
    .flatMap(({ stopLoss, takeProfit }) => [stopLoss, takeProfit])
    .filter((level) => level !== null)
    .filter((level) => selected !== null || isNear(level, drawn));
  const y = scaleLinear(withRoom(domainOf([...drawn, ...levels])), [plot.bottom, plot.top]);
  return (
    <Chart
      name={`Candles of ${candles.symbol}, ${moment(times[0], timeZone)} to ${moment(times.at(-1), timeZone)}, with ${plural(trades.length, 'trade')}`}
      width={width}
      height={height}
      table={{
        head: ['Exit', 'Side', 'Entry price', 'Exit price', 'Net'],
        rows: trades
          .slice(0, ROWS)
          .map(({ exitTime, side, entryPrice, exitPrice, plNet }) => [
            stamp(exitTime, timeZone),
            side,
            price(entryPrice),
            price(exitPrice),
            signedAmount(plNet, decimals),
          ]),
        ...(trades.length > ROWS && { note: `The first ${ROWS} of ${plural(trades.length, 'trade')}.` }),
      }}
    >
      <ValueAxis scale={y} plot={plot} write={short} />
      <TimeAxis scale={x} plot={plot} timeZone={timeZone} />
      <Bodies candles={candles} xOf={x} yOf={y} plot={plot} />
      <TradeLines trades={trades} marked={marked} xOf={x} yOf={y} />
      <FindingMarks findings={findings} xOf={x} yOf={y} />
    </Chart>
  );
}

/** Returns true if a level can be shown without compressing the candles too much. */
const isNear = (level: number, [lowest, highest]: readonly [number, number]): boolean =>
  level >= lowest - (highest - lowest) / 2 && level <= highest + (highest - lowest) / 2;

interface BodiesProps {
  readonly candles: SheetCandles;
  readonly xOf: (time: number) => number;
  readonly yOf: (price: number) => number;
  readonly plot: Plot;
}

/**
 * The bodies of the candles: rising candles are filled, falling candles are hollow. All candles of one kind share one
 * path.
 */
function Bodies({ candles, xOf, yOf }: BodiesProps) {
  const { times, open, high, low, close, intervalMs } = candles;
  const step = xOf(times[0]! + intervalMs) - xOf(times[0]!);
  const half = Math.max(0.4, step * 0.35);
  const paths = { up: '', down: '' };
  times.forEach((time, index) => {
    const middle = xOf(time + intervalMs / 2);
    const [top, bottom] = [
      yOf(Math.max(open[index]!, close[index]!)),
      yOf(Math.min(open[index]!, close[index]!)),
    ];
    const wick = `M${at(middle)},${at(yOf(high[index]!))}V${at(top)}M${at(middle)},${at(bottom)}V${at(yOf(low[index]!))}`;
    const body = `M${at(middle - half)},${at(top)}H${at(middle + half)}V${at(Math.max(bottom, top + 0.6))}H${at(middle - half)}Z`;
    paths[close[index]! >= open[index]! ? 'up' : 'down'] += wick + body;
  });
  return (
    <g class="candles">
      <path class="candle-up" d={paths.up} />
      <path class="candle-down" d={paths.down} />
    </g>
  );
}
