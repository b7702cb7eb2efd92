import type { SheetTrade } from '../sheet-data.js';
import { deltas, fromDeltas } from './deltas.js';

/** Trades as columns. */
export interface PackedTrades {
  /** The symbols and feeds. Trades refer to them by index. */
  readonly markets: readonly (readonly [symbol: string, feed: string])[];
  readonly market: readonly number[];
  /** 1 for a long trade, 0 for a short trade. */
  readonly isLong: readonly number[];
  /** The exit times, as packed by `deltas`. */
  readonly exitTime: readonly number[];
  readonly durationMs: readonly number[];
  readonly qty: readonly number[];
  readonly entryPrice: readonly number[];
  readonly exitPrice: readonly number[];
  readonly stopLoss: readonly (number | null)[];
  readonly takeProfit: readonly (number | null)[];
  readonly plNet: readonly number[];
  readonly plPct: readonly number[];
  readonly rMultiple: readonly (number | null)[];
  /** The notes that are not empty, by the index of the trade. */
  readonly notes: Readonly<Record<number, string>>;
  readonly tags: Readonly<Record<number, readonly string[]>>;
}

export function packTrades(trades: readonly SheetTrade[]): PackedTrades {
  const markets = new Map<string, readonly [string, string]>();
  for (const { symbol, feed } of trades) markets.set(`${symbol} ${feed}`, [symbol, feed]);
  const places = new Map([...markets.keys()].map((key, place) => [key, place]));
  const noted = trades.map(({ note }, place) => [place, note] as const).filter(([, note]) => note !== '');
  const tagged = trades
    .map(({ tags }, place) => [place, tags] as const)
    .filter(([, tags]) => tags.length > 0);
  return {
    markets: [...markets.values()],
    market: trades.map(({ symbol, feed }) => places.get(`${symbol} ${feed}`)!),
    isLong: trades.map(({ side }) => Number(side === 'long')),
    exitTime: deltas(trades.map(({ exitTime }) => exitTime)),
    durationMs: trades.map(({ exitTime, entryTime }) => exitTime - entryTime),
    qty: trades.map(({ qty }) => qty),
    entryPrice: trades.map(({ entryPrice }) => entryPrice),
    exitPrice: trades.map(({ exitPrice }) => exitPrice),
    stopLoss: trades.map(({ stopLoss }) => stopLoss),
    takeProfit: trades.map(({ takeProfit }) => takeProfit),
    plNet: trades.map(({ plNet }) => plNet),
    plPct: trades.map(({ plPct }) => plPct),
    rMultiple: trades.map(({ rMultiple }) => rMultiple),
    notes: Object.fromEntries(noted),
    tags: Object.fromEntries(tagged),
  };
}

/** Returns the trades from their columns. The id of a trade is its index. */
export function unpackTrades(packed: PackedTrades): SheetTrade[] {
  return fromDeltas(packed.exitTime).map((exitTime, place) => {
    const [symbol, feed] = packed.markets[packed.market[place]!]!;
    return {
      id: String(place),
      symbol,
      feed,
      side: packed.isLong[place] ? 'long' : 'short',
      qty: packed.qty[place]!,
      entryPrice: packed.entryPrice[place]!,
      entryTime: exitTime - packed.durationMs[place]!,
      exitPrice: packed.exitPrice[place]!,
      exitTime,
      stopLoss: packed.stopLoss[place]!,
      takeProfit: packed.takeProfit[place]!,
      plNet: packed.plNet[place]!,
      plPct: packed.plPct[place]!,
      rMultiple: packed.rMultiple[place]!,
      note: packed.notes[place] ?? '',
      tags: packed.tags[place] ?? [],
    };
  });
}
