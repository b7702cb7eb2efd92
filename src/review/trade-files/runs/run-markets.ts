import type { FieldProblem } from '../../../shared/problems/problem.js';
import { type Feed, FEEDS } from '../../../shared/market/feeds.js';
import { symbolProblem } from '../../../shared/fields/value-rules.js';
import { excerpt } from '../../../shared/text/excerpt.js';
import { bareSymbolOf } from '../columns/symbol-of.js';
import type { WantedMarket } from '../converted-trades.js';

/** A market that a run trades. */
export interface RunMarket {
  readonly symbol: string;
  readonly feed: Feed;
}

export interface RunMarkets {
  readonly markets: readonly RunMarket[];
  readonly problems: readonly FieldProblem[];
  /** What the user should know about the markets. */
  readonly notices: readonly string[];
}

interface MarketParameters {
  readonly symbol?: string | undefined;
  readonly feed?: Feed | undefined;
}

export const MAX_MARKETS = 200;

/** Maximum number of names in a message. */
const MAX_NAMES = 5;

const [DEFAULT_FEED] = FEEDS;

/** Returns the market of trades. Parameters have priority over the symbol and the feed in the file. */
export const marketOf = (
  { symbol, feed }: { readonly symbol: string; readonly feed?: Feed | undefined },
  parameters: MarketParameters,
): RunMarket => ({
  symbol: parameters.symbol === undefined ? symbol : bareSymbolOf(parameters.symbol),
  feed: parameters.feed ?? feed ?? DEFAULT_FEED,
});

/** Identifies a market. */
export const marketKey = ({ symbol, feed }: RunMarket): string => `${symbol} ${feed}`;

/**
 * Returns the markets of a run, each once, in the order of its trades.
 * @param wanted the markets that the file names
 * @param otherwise the symbol of a run without trades
 */
export function runMarkets(
  wanted: readonly WantedMarket[],
  parameters: MarketParameters,
  otherwise: string,
): RunMarkets {
  const markets = new Map<string, RunMarket>();
  const names = new Map<string, string[]>();
  // Further names are not needed: they cannot reduce the number of markets below the limit, and names that share a
  // symbol are refused anyway.
  const first = wanted.slice(0, FEEDS.length * MAX_MARKETS + 1);
  const all = first.length > 0 ? first : [{ symbol: otherwise, feed: undefined, names: [] }];
  for (const one of all) {
    const market = marketOf(one, parameters);
    const key = marketKey(market);
    markets.set(key, market);
    names.set(key, [...(names.get(key) ?? []), ...one.names]);
  }
  const problems = [
    ...wrongSymbol(parameters.symbol),
    ...[...markets].flatMap(([key, { symbol }]) => sharedSymbol(symbol, names.get(key)!)),
    ...(markets.size > MAX_MARKETS
      ? [{ field: 'file', message: `has trades of more than ${MAX_MARKETS} markets` }]
      : []),
  ];
  const notices = parameters.feed === undefined ? perpetuals(first) : [];
  return { markets: [...markets.values()], problems, notices };
}

function wrongSymbol(symbol: string | undefined): FieldProblem[] {
  const problem = symbol === undefined ? undefined : symbolProblem(bareSymbolOf(symbol), {});
  return problem ? [{ field: 'symbol', message: problem }] : [];
}

/**
 * Returns a problem if different names have the same symbol. Names that differ only in the case of letters count as one
 * name.
 */
function sharedSymbol(symbol: string, names: readonly string[]): FieldProblem[] {
  const distinct = [...new Map(names.map((name) => [name.trim().toUpperCase(), name])).values()];
  if (distinct.length < 2) return [];
  const [one, other] = distinct.map(excerpt);
  return [
    { field: 'symbol', message: `must be one market: ${one} and ${other} would both become ${symbol}` },
  ];
}

/** Returns whether a name is a pair with a settlement currency, such as `BTC/USDT:USDT`. */
function isPerpetual(name: string): boolean {
  const colon = name.indexOf(':');
  return colon >= 0 && colon < name.length - 1 && name.slice(0, colon).includes('/');
}

/** Returns a note if markets without a feed are perpetual contracts, because no feed has their candles. */
function perpetuals(wanted: readonly WantedMarket[]): string[] {
  const names = wanted
    .filter(({ feed }) => feed === undefined)
    .flatMap((market) => market.names.filter(isPerpetual));
  if (names.length === 0) return [];
  const some = names.slice(0, MAX_NAMES).map(excerpt).join(', ');
  const more = names.length > MAX_NAMES ? ', …' : '';
  return [
    `Perpetual contracts (${some}${more}) have no feed of their own: analyses with candles measure them on spot candles (${DEFAULT_FEED}), a few basis points off.`,
  ];
}
