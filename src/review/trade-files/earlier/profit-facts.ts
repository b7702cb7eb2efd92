import { isWithinBounds } from '../columns/number-bounds.js';
import { decimalPlacesIn } from '../formats/number-column.js';
import type { RawNumbers } from '../columns/raw-numbers.js';
import type { EarlierTraits, RawTrade } from '../formats/raw-trade.js';
import { sideOf } from '../formats/side-of.js';
import { pointValue, type ProfitSample } from './point-value.js';

/** Maximum number of samples, which is enough to decide. */
const MAX_SAMPLES = 1000;

/**
 * Minimum number of decimals of profits. Amounts of money have cents, even if no profit of a file shows them. Our own
 * figures have 8 decimals.
 */
const MIN_DECIMALS = 2;
const MAX_DECIMALS = 8;

/** The facts that versions before 1.12 derived from the profits of a whole file. */
export interface ProfitFacts {
  /** One unit of the last decimal place of printed profits, such as 0.01. */
  readonly digit: number;
  /** Point values by symbol; see `pointValue`. Empty if quantities were not multiplied. */
  readonly pointValues: ReadonlyMap<string, number | null>;
}

/** Collects the profits of a file, row by row. */
export class ProfitSamples {
  #decimals = MIN_DECIMALS;
  readonly #samples = new Map<string, ProfitSample[]>();

  constructor(
    private readonly traits: EarlierTraits,
    private readonly numbers: RawNumbers,
  ) {}

  add(raw: RawTrade): void {
    const printed = this.numbers.plain('profit', raw.profit ?? '');
    if (printed === null) return;
    this.#decimals = Math.max(this.#decimals, decimalPlacesIn(printed));
    if (!this.traits.contracts) return;
    const symbol = raw.symbol ?? '';
    const ofSymbol = this.#samples.get(symbol) ?? [];
    if (ofSymbol.length >= MAX_SAMPLES) return;
    const sample = profitSample(raw, this.numbers);
    if (sample) ofSymbol.push(sample);
    this.#samples.set(symbol, ofSymbol);
  }

  facts(): ProfitFacts {
    const { profit } = this.traits;
    const digit = Number(`1e-${profit ? Math.min(this.#decimals, MAX_DECIMALS) : MAX_DECIMALS}`);
    const pointValues = new Map(
      profit ? [...this.#samples].map(([symbol, list]) => [symbol, pointValue(list, digit / 2, profit)]) : [],
    );
    return { digit, pointValues };
  }
}

const FIELDS = ['qty', 'entryPrice', 'exitPrice', 'profit'] as const;

/** Returns the move and the profit of a row; null if one of its numbers is outside its bounds. */
function profitSample(raw: RawTrade, numbers: RawNumbers): ProfitSample | null {
  const values = FIELDS.map((field) => numbers.value(field, raw[field] ?? ''));
  if (!FIELDS.every((field, place) => isWithinBounds(field, values[place]!))) return null;
  const [qty, entryPrice, exitPrice, profit] = values as [number, number, number, number];
  return { move: (exitPrice - entryPrice) * qty * (sideOf(raw.side) === 'short' ? -1 : 1), profit };
}
