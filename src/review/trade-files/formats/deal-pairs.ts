import { decimalText } from '../../../shared/decimal/decimal-text.js';
import {
  type ExactDecimal,
  decimalOf,
  minus,
  parsedDecimal,
  plus,
  roundedQuotient,
  times,
  toDouble,
} from '../../../shared/decimal/exact-decimal.js';
import { ZERO } from '../../../shared/decimal/exact-sum.js';
import type { Side } from '../../../shared/market/sides.js';

/** A deal, with its numbers in plain digits. */
export interface Deal {
  readonly line: number;
  /** Number of the deal, which names the position that it opens. */
  readonly id: string;
  readonly symbol: string;
  readonly type: 'buy' | 'sell';
  readonly direction: 'in' | 'out' | 'in/out';
  readonly time: string;
  readonly volume: string;
  readonly price: string;
  /** Commission, fee and swap; negative if paid. */
  readonly charges: readonly string[];
  readonly profit: string;
  readonly comment: string | undefined;
}

/** A part of a position from its opening to its closing. */
export interface DealPair {
  readonly entry: Deal;
  readonly exit: Deal;
  readonly side: Side;
  readonly qty: string;
  readonly profit: string;
  readonly charges: readonly string[];
}

/** A share of a deal: `part` of `whole`. */
interface Share {
  readonly part: ExactDecimal;
  readonly whole: ExactDecimal;
}

/** The rest of a deal that has opened a position. */
interface OpenDeal {
  readonly deal: Deal;
  left: ExactDecimal;
  /** Charges that no pair has taken yet. */
  charges: readonly ExactDecimal[];
}

/** The open deals of a symbol and a side, oldest first. */
class OpenDeals {
  total = ZERO;
  readonly #deals: OpenDeal[] = [];
  #first = 0;

  get oldest(): OpenDeal | undefined {
    return this.#deals[this.#first];
  }

  get all(): readonly OpenDeal[] {
    return this.#deals.slice(this.#first);
  }

  add(deal: OpenDeal): void {
    this.#deals.push(deal);
    this.total = plus(this.total, deal.left);
  }

  /** Takes a quantity from the oldest deal. */
  take(qty: ExactDecimal, isWhole: boolean): void {
    this.total = minus(this.total, qty);
    if (isWhole) this.#first += 1;
  }
}

const isPositive = (amount: ExactDecimal): boolean => toDouble(amount) > 0;

/**
 * Pairs deals in their order: a deal `in` opens, and a deal `out` closes the oldest open deals of its symbol and of the
 * other side first. A deal `in/out` closes all of them and opens the rest of its volume. Charges of both deals go to the
 * pairs in proportion to volume, and profits in proportion to the moves. The sums stay as printed.
 */
export class DealPairs {
  readonly #open = new Map<string, OpenDeals>();

  /** The rest of deals that nothing has closed. */
  get stillOpen(): readonly Deal[] {
    return [...this.#open.values()].flatMap(({ all }) => all.map(({ deal }) => deal));
  }

  /**
   * Adds a deal, and returns the pairs that it closes.
   * @returns null if the deal closes more than is open
   */
  add(deal: Deal): DealPair[] | null {
    const volume = parsedDecimal(deal.volume);
    const opened = (left: ExactDecimal, charges: readonly ExactDecimal[]) =>
      this.#openOf(deal.symbol, deal.type).add({ deal, left, charges });
    const charges = deal.charges.map(parsedDecimal);
    if (deal.direction === 'in') {
      opened(volume, charges);
      return [];
    }
    const open = this.#openOf(deal.symbol, deal.type === 'buy' ? 'sell' : 'buy');
    const { total: available } = open;
    const rest = minus(volume, available);
    if (isPositive(rest) && deal.direction === 'out') return null;
    const closed = isPositive(rest) ? available : volume;
    const ofClosing = charges.map((charge) => shareOf(charge, { part: closed, whole: volume }));
    const pairs = closeOldest(open, deal, { closed, charges: ofClosing });
    if (isPositive(rest))
      opened(
        rest,
        charges.map((charge, place) => minus(charge, ofClosing[place]!)),
      );
    return pairs;
  }

  #openOf(symbol: string, type: Deal['type']): OpenDeals {
    const key = `${type} ${symbol}`;
    const open = this.#open.get(key) ?? new OpenDeals();
    this.#open.set(key, open);
    return open;
  }
}

interface Closing {
  /** The volume that is closed. */
  readonly closed: ExactDecimal;
  /** The charges of the closing deal for this volume. */
  readonly charges: readonly ExactDecimal[];
}

function closeOldest(open: OpenDeals, exit: Deal, { closed, charges }: Closing): DealPair[] {
  const parts: {
    readonly entry: Deal;
    readonly qty: ExactDecimal;
    readonly charges: readonly ExactDecimal[];
  }[] = [];
  let left = closed;
  for (let { oldest } = open; oldest && isPositive(left); { oldest } = open) {
    const isWhole = !isPositive(minus(oldest.left, left));
    const qty = isWhole ? oldest.left : left;
    const share = { part: qty, whole: oldest.left };
    const own = oldest.charges.map((charge) => (isWhole ? charge : shareOf(charge, share)));
    parts.push({ entry: oldest.deal, qty, charges: own });
    left = minus(left, qty);
    open.take(qty, isWhole);
    oldest.left = minus(oldest.left, qty);
    oldest.charges = oldest.charges.map((charge, place) => minus(charge, own[place]!));
  }
  const quantities = parts.map(({ qty }) => qty);
  const ofExit = charges.map((charge) => split(charge, quantities));
  const profits = split(parsedDecimal(exit.profit), weightsOf(parts, exit), decimalsOf(exit.profit));
  return parts.map(({ entry, qty, charges: own }, place) => ({
    entry,
    exit,
    side: entry.type === 'buy' ? 'long' : 'short',
    qty: decimalText(qty),
    profit: decimalText(profits[place]!),
    charges: own.map((charge, column) => decimalText(plus(charge, ofExit[column]![place]!))),
  }));
}

/** Returns the moves of parts if they have one direction, else their quantities. */
function weightsOf(
  parts: readonly { readonly entry: Deal; readonly qty: ExactDecimal }[],
  { price }: Deal,
): readonly ExactDecimal[] {
  const exit = parsedDecimal(price);
  const moves = parts.map(({ entry, qty }) => times(minus(exit, parsedDecimal(entry.price)), qty));
  const signs = new Set(moves.map((move) => Math.sign(toDouble(move))));
  return signs.size === 1 && !signs.has(0) ? moves : parts.map(({ qty }) => qty);
}

/** Splits an amount in proportion to weights. The last part gets what rounding leaves. */
function split(amount: ExactDecimal, weights: readonly ExactDecimal[], decimals = 8): ExactDecimal[] {
  const whole = weights.reduce(plus, ZERO);
  let left = amount;
  return weights.map((part, place) => {
    const share = place === weights.length - 1 ? left : shareOf(amount, { part, whole }, decimals);
    left = minus(left, share);
    return share;
  });
}

const shareOf = (amount: ExactDecimal, { part, whole }: Share, decimals = 8): ExactDecimal =>
  decimalOf(Number(roundedQuotient(times(amount, part), whole).toFixed(decimals)));

const decimalsOf = (plain: string): number => Math.min(8, plain.split('.')[1]?.length ?? 0);
