import { currenciesOfPair } from '../money/currencies.js';

/** The symbol of previews without a project if neither the file nor the request contains a symbol. */
export const UNKNOWN_SYMBOL = 'UNKNOWN';

/** The calendar of markets that close at weekends. */
const WEEKDAYS = '24/5';

/** The currencies in which the markets of the venue are quoted. */
const QUOTES =
  'USDT USDC FDUSD TUSD BUSD USDP USDS USD1 USDE RLUSD XUSD BFUSD PAX DAI BTC ETH BNB XRP TRX DOGE SOL DOT VAI UST ' +
  'AEUR EURI BIDR IDRT BVND EUR GBP AUD BRL TRY JPY RUB UAH NGN ZAR PLN RON ARS MXN CZK COP';

/** The end of a symbol of the venue. Some tools write P or PERP after the symbol of a perpetual contract. */
const END_OF_VENUE_SYMBOL = new RegExp(`(?:${QUOTES.replaceAll(' ', '|')})(?:P|PERP)?$`);

/** Returns whether the venue can have a symbol. It has no pair of two national currencies, such as EURJPY. */
const mayBeOfVenue = (symbol: string): boolean =>
  currenciesOfPair(symbol) === null && END_OF_VENUE_SYMBOL.test(symbol);

/**
 * Returns the calendar that these markets probably have; null if it is probably the default, because the markets may be
 * those of the venue.
 * @param symbols upper-case, without separators
 */
export const suggestedCalendar = (symbols: readonly string[]): string | null =>
  symbols.some((symbol) => symbol === UNKNOWN_SYMBOL || mayBeOfVenue(symbol)) ? null : WEEKDAYS;
