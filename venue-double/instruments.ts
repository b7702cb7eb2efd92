import type { Series } from './candle.js';
import { fractionOf, seedOf } from './randomness.js';

/** The scale of a series. Prices are whole ticks and amounts are whole lots, so that sums are exact. */
export interface Instrument {
  /** The price around which the symbol's price moves over the years. */
  readonly anchorPrice: number;
  /** One tick is 10^-priceDecimals of the quote currency, one lot 10^-lotDecimals of the base currency. */
  readonly priceDecimals: number;
  readonly lotDecimals: number;
  readonly lotsPerMinute: number;
  /** Share of the minutes without a trade. */
  readonly quietShare: number;
}

export interface Listing {
  readonly listedAt: number;
  /** Open time from which the venue has no more bars; undefined while the symbol trades. */
  readonly delistedAt?: number;
}

const at = (date: string): number => Date.parse(`${date}Z`);

/** The built-in spot symbols, with the anchor price and the time of the first bar. */
const SPOT: Readonly<Record<string, readonly [anchorPrice: number, listedAt: number]>> = {
  BTCUSDT: [42_000, at('2017-08-17T04:00')],
  ETHUSDT: [2_300, at('2017-08-17T04:00')],
  BNBUSDT: [320, at('2017-11-06T03:54')],
  LTCUSDT: [85, at('2017-12-13T03:32')],
  ADAUSDT: [0.45, at('2018-04-17T04:00')],
  XRPUSDT: [0.6, at('2018-05-04T08:11')],
  TRXUSDT: [0.09, at('2018-06-11T11:30')],
  LINKUSDT: [13, at('2019-01-16T10:00')],
  ATOMUSDT: [9, at('2019-04-29T04:00')],
  DOGEUSDT: [0.11, at('2019-07-05T12:00')],
  SOLUSDT: [95, at('2020-08-11T06:00')],
  DOTUSDT: [7, at('2020-08-18T23:00')],
  AVAXUSDT: [30, at('2020-09-22T06:30')],
  FILUSDT: [5.5, at('2020-10-15T08:00')],
  SHIBUSDT: [0.000012, at('2021-05-10T11:00')],
  ETHBTC: [0.055, at('2017-07-14T04:00')],
};

const PERPETUAL_LISTED_AT = at('2019-09-08T17:00');
const QUARTER_LISTED_AT = at('2021-02-03T08:00');

/** Only a few pairs have dated contracts. All other pairs have only a perpetual contract. */
const PAIRS_WITH_QUARTERS = new Set(['BTCUSDT', 'ETHUSDT']);

export const SPOT_SYMBOLS: readonly string[] = Object.keys(SPOT);
export const USDM_PAIRS: readonly string[] = SPOT_SYMBOLS.filter((symbol) => symbol.endsWith('USDT'));

export const isUsdmPair = (symbol: string): boolean => USDM_PAIRS.includes(symbol);

/** Returns the listing of a symbol on a market; null if the market never had the symbol. */
export function listingOf({ market, symbol }: Series): Listing | null {
  const spotListedAt = SPOT[symbol]?.[1];
  if (spotListedAt === undefined) return null;
  if (market === 'spot') return { listedAt: spotListedAt };
  if (!isUsdmPair(symbol)) return null;
  if (market === 'perpetual') return { listedAt: Math.max(PERPETUAL_LISTED_AT, spotListedAt) };
  return PAIRS_WITH_QUARTERS.has(symbol) ? { listedAt: QUARTER_LISTED_AT } : null;
}

/** Returns the scale of any symbol. The price of a symbol that is not built in depends on its name. */
export function instrumentOf({ market, symbol }: Series): Instrument {
  const anchorPrice = SPOT[symbol]?.[0] ?? 10 ** (fractionOf(seedOf(symbol)) * 4 - 1);
  const magnitude = Math.floor(Math.log10(anchorPrice));
  const coarser = market === 'spot' ? 0 : 1;
  const priceDecimals = Math.min(8, Math.max(2, 4 - magnitude)) - coarser;
  const lotDecimals = Math.max(0, Math.min(5, magnitude + 1) - 2 * coarser);
  const busy = anchorPrice > 1_000;
  const turnoverPerMinute = busy ? 600_000 : 30_000;
  return {
    anchorPrice,
    priceDecimals,
    lotDecimals,
    lotsPerMinute: Math.ceil((turnoverPerMinute / anchorPrice) * 10 ** lotDecimals),
    quietShare: busy ? 0 : 0.03,
  };
}
