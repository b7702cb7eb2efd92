import { INTERVALS, type Interval } from '../../../src/shared/market/intervals.js';

/** The symbol and the interval in the name of a candle file. An empty text means that the name lacks it. */
interface NamedSeries {
  readonly symbol: string;
  readonly interval: Interval | '';
}

/** The intervals as MetaTrader, TradingView and CryptoDataDownload name them. */
const OTHER_NAMES: Readonly<Record<string, Interval>> = {
  M1: '1m',
  M5: '5m',
  M15: '15m',
  H1: '1h',
  H4: '4h',
  D1: '1d',
  '1H': '1h',
  '4H': '4h',
  '1D': '1d',
  minute: '1m',
  hour: '1h',
  d: '1d',
  D: '1d',
};

/** The intervals as numbers of minutes. A number alone may also be a part of a date. */
const MINUTES: Readonly<Record<string, Interval>> = {
  1: '1m',
  5: '5m',
  15: '15m',
  60: '1h',
  240: '4h',
  1440: '1d',
};

/** TradingView writes the interval after a comma: `BINANCE_BTCUSDT, 60.csv`. */
const AFTER_COMMA = /, (\d+)(?![A-Za-z0-9])/;

/** Dukascopy writes the number and the unit separately: `_1_M_`, `_1_Hour_`. */
const UNITS: Readonly<Record<string, string>> = {
  m: 'm',
  min: 'm',
  minute: 'm',
  hour: 'h',
  h: 'h',
  d: 'd',
  day: 'd',
};

/**
 * Returns the symbol and the interval in the name of a candle file, such as `BTC_USDT-5m.json` of freqtrade,
 * `BTCUSDT-1m-2024-01.zip` of the venue, `EURUSD_M1_2023.csv` of MetaTrader or `BINANCE_BTCUSDT, 60.csv` of TradingView.
 * @param symbols the symbols of the session, which are recognised in any place of the name
 */
export function seriesOfFile(name: string, symbols: readonly string[]): NamedSeries {
  const words = name
    .replace(/(?:\.(?:csv|json|zip|gz|tsv|txt)){1,2}$/i, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return {
    symbol: knownSymbol(words, symbols) ?? firstSymbol(name),
    interval: intervalOf(name, words, symbols),
  };
}

/** Returns the symbol of the session that one word, or two or three words in a row, are together. */
function knownSymbol(words: readonly string[], symbols: readonly string[]): string | undefined {
  const joined = words.flatMap((_, start) =>
    [1, 2, 3].map((many) =>
      words
        .slice(start, start + many)
        .join('')
        .toUpperCase(),
    ),
  );
  const isNamed = (symbol: string) =>
    joined.some((text) => text === symbol || afterSymbol(text, symbol) !== null);
  return symbols.toSorted((one, other) => other.length - one.length).find(isNamed);
}

/** Returns the interval in a word such as `EURUSDH1` or `EURUSD60`; null if the word is another. */
function afterSymbol(word: string, symbol: string): Interval | null {
  if (!word.startsWith(symbol)) return null;
  const rest = word.slice(symbol.length);
  return ownOf(OTHER_NAMES, rest) ?? ownOf(MINUTES, rest) ?? null;
}

/** Returns the symbol before an interval, as the venue and freqtrade name their files. */
function firstSymbol(name: string): string {
  const [, base = '', quote = ''] =
    /^([A-Z0-9]{2,})(?:_([A-Z]{3,}))?(?:_[A-Z]+)?-\d+[mhd]\b/.exec(name) ?? [];
  return base + quote;
}

function intervalOf(name: string, words: readonly string[], symbols: readonly string[]): Interval | '' {
  const isInterval = (word: string): word is Interval => INTERVALS.some((interval) => interval === word);
  const plain = words.find(isInterval);
  if (plain) return plain;
  for (const [place, word] of words.entries()) {
    const unit = ownOf(UNITS, words[place + 1]?.toLowerCase() ?? '');
    if (unit && isInterval(word + unit)) return (word + unit) as Interval;
  }
  for (const word of words) {
    const attached = symbols.map((symbol) => afterSymbol(word, symbol)).find((interval) => interval !== null);
    if (attached) return attached;
  }
  const named = words
    .slice(1)
    .map((word) => ownOf(OTHER_NAMES, word))
    .find((interval) => interval !== undefined);
  return named ?? ownOf(MINUTES, AFTER_COMMA.exec(name)?.[1] ?? '') ?? '';
}

/** Returns the value of a name. A word of a file may be the name of a member of every object, such as `constructor`. */
const ownOf = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
