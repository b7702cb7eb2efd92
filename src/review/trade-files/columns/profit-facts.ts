import type { RawTrade } from '../formats/raw-trade.js';
import { isWithinBounds } from './number-bounds.js';
import { decimalPlacesIn } from './number-column.js';
import { pointValue, type ProfitSample } from './point-value.js';
import type { RawNumbers } from './raw-numbers.js';
import type { RawTrades } from './raw-trades.js';
import { sideOf } from './side-of.js';

const BATCH = 250;

/** Maximum number of samples, which is enough to decide. */
const MAX_SAMPLES = 1000;

/**
 * Minimum number of decimals of profits. Amounts of money have cents, even if no profit of a file shows them. Our own
 * figures have 8 decimals.
 */
const MIN_DECIMALS = 2;
const MAX_DECIMALS = 8;

export interface ProfitFacts {
  /** One unit of the last decimal place of printed profits, such as 0.01. */
  readonly digit: number;
  /** Point values by symbol; see `pointValue`. */
  readonly pointValues: ReadonlyMap<string, number | null>;
}

/** The profit facts of a file that prints no profits. */
export const NO_PROFITS: ProfitFacts = { digit: digitOf(MAX_DECIMALS), pointValues: new Map() };

/** Returns the facts that only the profits of a whole file show. */
export async function profitFacts(raws: RawTrades, numbers: RawNumbers): Promise<ProfitFacts> {
  const { profit, profitDecimals, contracts } = raws.traits;
  if (!profit) return NO_PROFITS;
  if (profitDecimals !== undefined && !contracts)
    return { digit: digitOf(profitDecimals), pointValues: new Map() };
  let decimals = MIN_DECIMALS;
  const samples = new Map<string, ProfitSample[]>();
  for await (const batch of raws.file.batches(BATCH)) {
    for (const raw of batch) {
      const printed = numbers.plain('profit', raw.profit ?? '');
      if (printed === null) continue;
      decimals = Math.max(decimals, decimalPlacesIn(printed));
      const symbol = raw.symbol ?? '';
      const ofSymbol = samples.get(symbol) ?? [];
      if (ofSymbol.length >= MAX_SAMPLES) continue;
      const sample = profitSample(raw, numbers);
      if (sample) ofSymbol.push(sample);
      samples.set(symbol, ofSymbol);
    }
  }
  const digit = digitOf(profitDecimals ?? Math.min(decimals, MAX_DECIMALS));
  const pointValues = new Map(
    contracts ? [...samples].map(([symbol, list]) => [symbol, pointValue(list, digit / 2, profit)]) : [],
  );
  return { digit, pointValues };
}

const FIELDS = ['qty', 'entryPrice', 'exitPrice', 'profit'] as const;

/** Returns the move and the profit of a row; null if one of its numbers is outside its bounds. */
function profitSample(raw: RawTrade, numbers: RawNumbers): ProfitSample | null {
  const values = FIELDS.map((field) => numbers.value(field, raw[field] ?? ''));
  if (!FIELDS.every((field, place) => isWithinBounds(field, values[place]!))) return null;
  const [qty, entryPrice, exitPrice, profit] = values as [number, number, number, number];
  return { move: (exitPrice - entryPrice) * qty * (sideOf(raw.side) === 'short' ? -1 : 1), profit };
}

function digitOf(decimals: number): number {
  return Number(`1e-${decimals}`);
}
