import {
  type ExactDecimal,
  decimalOf,
  minus,
  plus,
  roundedQuotient,
  times,
  toDouble,
} from '../../../shared/decimal/exact-decimal.js';
import { ZERO, whole } from '../../../shared/decimal/exact-sum.js';
import { TRADE_COLUMNS, type TradeColumns } from '../../../shared/figures/calculator/trade-columns.js';
import { sortTradeColumns, tradeOrder } from '../../../shared/figures/calculator/trade-order.js';
import { positionParts } from './position-parts.js';
import type { PositionedTrades } from './positions.js';

/** The positions of trades, each merged to one trade, in trade order. */
export interface MergedTrades {
  readonly trades: TradeColumns;
  /** The greatest number of trades in one position; 0 without trades. */
  readonly largest: number;
}

const HUNDRED = whole(100);

/**
 * Merges the trades of each position to one trade: from the first entry to the last exit, with the sums of the amounts.
 * @param compareClientIds compares the clientIds of two trades by code point. The least clientId of its trades is the
 *     clientId of a position.
 */
export function mergedTrades(
  trades: PositionedTrades,
  compareClientIds: (a: number, b: number) => number,
): MergedTrades {
  const { places, starts } = positionParts(trades);
  const count = starts.length - 1;
  const merged = emptyColumns(count);
  const named = new Uint32Array(count);
  let largest = 0;
  for (let i = 0; i < count; i += 1) {
    const parts = places.subarray(starts[i], starts[i + 1]);
    named[i] = parts.reduce((least, part) => (compareClientIds(part, least) < 0 ? part : least));
    largest = Math.max(largest, parts.length);
    if (parts.length === 1) for (const name of TRADE_COLUMNS) merged[name][i] = trades[name][parts[0]!]!;
    else setValues(merged, i, mergedValues(trades, parts));
  }
  const order = tradeOrder(merged, (a, b) => compareClientIds(named[a]!, named[b]!));
  return { trades: sortTradeColumns(merged, order), largest };
}

const emptyColumns = (count: number): TradeColumns =>
  ({
    count,
    ...Object.fromEntries(TRADE_COLUMNS.map((name) => [name, new Float64Array(count)])),
  }) as unknown as TradeColumns;

/** The values of one trade. `rMultiple` is NaN for a trade without a valid stop. */
type TradeValues = Readonly<Record<(typeof TRADE_COLUMNS)[number], number>>;

function setValues(trades: TradeColumns, place: number, values: TradeValues): void {
  for (const name of TRADE_COLUMNS) trades[name][place] = values[name];
}

/** Returns the values of a position with several trades. Sums are exact; ratios are rounded to 8 decimals. */
function mergedValues(trades: PositionedTrades, parts: Uint32Array): TradeValues {
  const { entryTime, exitTime, plGross, plNet, feesPaid, rMultiple } = trades;
  const sumOf = (amountOf: (part: number) => ExactDecimal) =>
    parts.reduce<ExactDecimal>((sum, part) => plus(sum, amountOf(part)), ZERO);
  const net = sumOf((part) => decimalOf(plNet[part]!));
  const hasRisk = parts.every((part) => !Number.isNaN(rMultiple[part]!));
  return {
    entryTime: parts.reduce((first, part) => Math.min(first, entryTime[part]!), Infinity),
    exitTime: parts.reduce((last, part) => Math.max(last, exitTime[part]!), 0),
    plGross: toDouble(sumOf((part) => decimalOf(plGross[part]!))),
    plNet: toDouble(net),
    feesPaid: toDouble(sumOf((part) => decimalOf(feesPaid[part]!))),
    plPct: roundedQuotient(
      times(net, HUNDRED),
      sumOf((part) => notionalOf(trades, part)),
    ),
    rMultiple: hasRisk
      ? roundedQuotient(
          net,
          sumOf((part) => riskOf(trades, part)),
        )
      : NaN,
  };
}

const notionalOf = ({ entryPrice, quantity }: PositionedTrades, part: number): ExactDecimal =>
  times(decimalOf(entryPrice[part]!), decimalOf(quantity[part]!));

/** Returns |entry price − stop| · quantity of a trade with a stop on the losing side. */
function riskOf({ entryPrice, stopLoss, quantity }: PositionedTrades, part: number): ExactDecimal {
  const distance = minus(decimalOf(entryPrice[part]!), decimalOf(stopLoss[part]!));
  const { mantissa, scale } = times(distance, decimalOf(quantity[part]!));
  return { mantissa: mantissa < 0 ? -mantissa : mantissa, scale };
}
