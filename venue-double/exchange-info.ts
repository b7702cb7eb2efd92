import type { Feed } from './candle.js';
import { SPOT_SYMBOLS, USDM_PAIRS, instrumentOf, listingOf } from './instruments.js';
import { DAY_MS } from './intervals.js';
import { contractSymbol, deliveryAfter, deliveryBefore } from './quarter-contracts.js';

/** Returns the part of the venue's own description that contains limits, symbols and current contracts. */
export function exchangeInfo(feed: Feed, limit: number, now: number): object {
  const rateLimits = [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit }];
  const common = { timezone: 'UTC', serverTime: now, rateLimits, exchangeFilters: [] };
  if (feed === 'venue-spot') return { ...common, symbols: SPOT_SYMBOLS.map(spotSymbol) };
  return {
    ...common,
    futuresType: 'U_MARGINED',
    symbols: [...USDM_PAIRS.map(perpetual), ...USDM_PAIRS.flatMap((pair) => currentQuarter(pair, now))],
  };
}

/** All built-in symbols are quoted in USDT or BTC. */
const quoteOf = (symbol: string): string => (symbol.endsWith('USDT') ? 'USDT' : 'BTC');
const baseOf = (symbol: string): string => symbol.slice(0, -quoteOf(symbol).length);

const spotSymbol = (symbol: string) => ({
  symbol,
  status: 'TRADING',
  baseAsset: baseOf(symbol),
  quoteAsset: quoteOf(symbol),
  isSpotTradingAllowed: true,
});

const perpetual = (pair: string) => ({
  symbol: pair,
  pair,
  contractType: 'PERPETUAL',
  deliveryDate: 4_133_404_800_000,
  onboardDate: listingOf({ market: 'perpetual', symbol: pair })!.listedAt,
  status: 'TRADING',
  baseAsset: baseOf(pair),
  quoteAsset: quoteOf(pair),
  pricePrecision: instrumentOf({ market: 'perpetual', symbol: pair }).priceDecimals,
});

function currentQuarter(pair: string, now: number) {
  const series = { market: 'current-quarter', symbol: pair } as const;
  if (!listingOf(series)) return [];
  const deliveryDate = deliveryAfter(now);
  return [
    {
      ...perpetual(pair),
      symbol: contractSymbol(pair, deliveryDate),
      contractType: 'CURRENT_QUARTER',
      deliveryDate,
      onboardDate: deliveryBefore(deliveryDate) - 7 * DAY_MS,
      pricePrecision: instrumentOf(series).priceDecimals,
    },
  ];
}
