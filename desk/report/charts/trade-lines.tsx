import type { SheetTrade } from '../sheet-data.js';
import { at } from './path.js';
import type { Scale } from './scale.js';

interface TradeLinesProps {
  readonly trades: readonly SheetTrade[];
  /** The trades that are drawn with their stop and target. */
  readonly marked: readonly SheetTrade[];
  readonly xOf: (time: number) => number;
  readonly yOf: Scale;
}

const ARROW = 5;
const DOT = 2.5;

/**
 * Maximum number of trades that are drawn with marks. The marks of more trades would cover each other and the candles.
 */
const MAX_WITH_MARKS = 1_000;

/** A line from each entry to its exit, with an arrow in the direction of the trade and a dot at the exit. */
export function TradeLines({ trades, marked, xOf, yOf }: TradeLinesProps) {
  const wins = trades.filter(({ plNet }) => plNet >= 0);
  const losses = trades.filter(({ plNet }) => plNet < 0);
  return (
    <g>
      {marked.map((trade) => (
        <Levels key={trade.id} trade={trade} xOf={xOf} yOf={yOf} />
      ))}
      {[wins, losses].map((group, index) => (
        <g key={index} class={index === 0 ? 'trade-win' : 'trade-loss'}>
          <path class="trade-line" d={group.map((trade) => tradeLinePath(trade, xOf, yOf)).join('')} />
          {trades.length <= MAX_WITH_MARKS && [
            <path class="trade-entry" d={group.map((trade) => arrowOf(trade, xOf, yOf)).join('')} />,
            <path class="trade-exit" d={group.map((trade) => dotOf(trade, xOf, yOf)).join('')} />,
          ]}
        </g>
      ))}
    </g>
  );
}

type On = (value: number) => number;

const tradeLinePath = (
  { entryTime, entryPrice, exitTime, exitPrice }: SheetTrade,
  xOf: On,
  yOf: On,
): string => `M${at(xOf(entryTime))},${at(yOf(entryPrice))}L${at(xOf(exitTime))},${at(yOf(exitPrice))}`;

function arrowOf({ side, entryTime, entryPrice }: SheetTrade, xOf: On, yOf: On): string {
  const tip = side === 'long' ? -ARROW : ARROW;
  return `M${at(xOf(entryTime))},${at(yOf(entryPrice))}l${-ARROW * 0.7},${-tip}h${ARROW * 1.4}Z`;
}

const dotOf = ({ exitTime, exitPrice }: SheetTrade, xOf: On, yOf: On): string =>
  `M${at(xOf(exitTime) - DOT)},${at(yOf(exitPrice))}a${DOT},${DOT} 0 1,0 ${2 * DOT},0a${DOT},${DOT} 0 1,0 ${-2 * DOT},0Z`;

interface LevelsProps {
  readonly trade: SheetTrade;
  readonly xOf: On;
  readonly yOf: Scale;
}

/** The stop and the target of a trade while the trade was open. Levels outside the prices of the chart are left out. */
function Levels({ trade: { stopLoss, takeProfit, entryTime, exitTime }, xOf, yOf }: LevelsProps) {
  const [lowest, highest] = yOf.domain();
  const isShown = (level: number | null): level is number =>
    level !== null && level >= lowest && level <= highest;
  const [from, to] = [xOf(entryTime), Math.max(xOf(exitTime), xOf(entryTime) + 8)];
  return (
    <g>
      {isShown(stopLoss) && (
        <path class="level line-down" d={`M${at(from)},${at(yOf(stopLoss))}H${at(to)}`} />
      )}
      {isShown(takeProfit) && (
        <path class="level line-up" d={`M${at(from)},${at(yOf(takeProfit))}H${at(to)}`} />
      )}
    </g>
  );
}
