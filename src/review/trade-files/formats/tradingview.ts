import { excerpt } from '../../../shared/text/excerpt.js';
import { cellAt, type CsvFormat } from './csv-format.js';
import type { CsvRow } from '../../../shared/text/csv/csv-rows.js';
import { amountIn } from '../money/cell-words.js';
import { currencyInName } from '../money/column-names.js';
import { cutText } from './cut-text.js';
import { MAX_REASON_LENGTH } from './name-lengths.js';
import { openTrade } from './open-trade.js';
import type { FormatTraits, TradeSink } from './raw-trade.js';
import { reasonTags } from './reason-tags.js';
import {
  SWITCH_TO_ENGLISH,
  currencyOfHeader,
  isOpenSignal,
  kindAndSide,
  tradingviewPlace,
} from './tradingview-language.js';
import { TRADINGVIEW_COLUMNS, TRADINGVIEW_LANGUAGES, type TradingViewColumn } from './tradingview-words.js';
import { TradeFileTooLarge } from '../files/trade-file-error.js';

const REQUIRED = TRADINGVIEW_COLUMNS.filter((column) => column !== 'signal');

/** Matches the code of a currency; some versions write a sign. */
const CURRENCY = /^[A-Z][A-Z0-9]{1,9}$/;

/**
 * Maximum number of trades for which only one of two rows has been read. A list from TradingView has at most one such
 * trade at a time.
 */
const MAX_HALVES = 100_000;
/** Maximum number of characters of a signal in a note of version 1.2. */
const MAX_NOTED_LENGTH = 200;

type Half = Readonly<Partial<Record<Exclude<TradingViewColumn, 'number'>, string>>> & {
  readonly line: number;
  readonly side: string;
};

/** Returns why a trade without an exit is left out. */
type OpenReason = (half: Half) => string;

/** The "List of trades" of the strategy tester. Each trade has two rows, and the exit may come first. */
export const tradingview: CsvFormat<'tradingview'> = {
  source: 'tradingview',
  tool: 'TradingView',
  fit(header) {
    const places = placesIn(header);
    const isFound = (column: TradingViewColumn) => places[column] >= 0;
    return {
      found: REQUIRED.filter(isFound).map((column) => header[places[column]]!.trim()),
      missing: REQUIRED.filter((column) => !isFound(column)).map(
        (column) => TRADINGVIEW_LANGUAGES.English.columns[column],
      ),
    };
  },
  open(header, sink) {
    const columns = placesIn(header);
    if (REQUIRED.some((column) => columns[column] < 0)) return null;
    const currency = currencyOfHeader(header[columns.profit]!);
    if (currency !== undefined && CURRENCY.test(currency)) sink.facts({ accountCurrency: currency });
    const open: OpenReason = ({ profit }) => openTrade({ result: profit, currency, isInTotal: true });
    const halves = new Map<string, Half & { readonly kind: string }>();
    const row = (row: CsvRow) => {
      const half = halfOf(row, columns, sink);
      if (!half) return;
      const other = halves.get(half.number);
      if (other && other.kind !== half.kind) {
        halves.delete(half.number);
        if (half.kind === 'exit') take(other, half, open, sink);
        else take(half, other, open, sink);
      } else if (other)
        sink.problem(row.line, 'type', `is a second ${half.kind} of trade ${excerpt(half.number)}`);
      else if (halves.size >= MAX_HALVES)
        throw new TradeFileTooLarge(`The file has more than ${MAX_HALVES} trades with one row.`);
      else halves.set(half.number, half);
    };
    const end = () => {
      for (const [number, half] of halves) {
        if (half.kind === 'entry') sink.skip(half.line, open(half));
        else sink.problem(half.line, 'type', `is the exit of trade ${excerpt(number)}, which has no entry`);
      }
    };
    return { traits: traitsOf(header, columns), row, end };
  },
};

/** TradingView prints net profits, and no costs. */
const traitsOf = (header: readonly string[], { profit, price }: Places): FormatTraits => ({
  money: {
    profit: { name: header[profit]!.trim(), kind: 'net', place: 0 },
    costColumns: [],
    profitCurrency: currencyInName(header[profit]!),
    priceCurrency: currencyInName(header[price]!),
  },
  earlier: { profit: 'net', contracts: true },
});

type Places = Readonly<Record<TradingViewColumn, number>>;

const placesIn = (header: readonly string[]): Places =>
  Object.fromEntries(
    TRADINGVIEW_COLUMNS.map((column) => [column, tradingviewPlace(header, column)]),
  ) as Places;

function halfOf(row: CsvRow, columns: Places, sink: TradeSink) {
  const number = cellAt(row, columns.number);
  const type = cellAt(row, columns.type) ?? '';
  const found = kindAndSide(type);
  if (number === undefined) sink.problem(row.line, 'number', 'is empty');
  if (!found) {
    const wanted = 'Entry long, Entry short, Exit long or Exit short';
    sink.problem(row.line, 'type', `must be ${wanted}, not ${excerpt(type)}; ${SWITCH_TO_ENGLISH}`);
  }
  if (number === undefined || !found) return null;
  return {
    number,
    ...found,
    line: row.line,
    type,
    time: cellAt(row, columns.time),
    signal: cutText(cellAt(row, columns.signal) ?? '', MAX_REASON_LENGTH + 1),
    price: cellAt(row, columns.price),
    qty: cellAt(row, columns.qty),
    profit: cellAt(row, columns.profit),
  } as Half & { readonly number: string; readonly kind: string };
}

function take(entry: Half, exit: Half, open: OpenReason, sink: TradeSink): void {
  if (exit.price === undefined || exit.time === undefined || isOpenSignal(exit.signal ?? '')) {
    sink.skip(exit.line, open(exit));
    return;
  }
  if (entry.side !== exit.side) {
    sink.problem(exit.line, 'type', `must be of the same side as the entry in ${sink.nameOf(entry.line)}`);
    return;
  }
  const missing = (['time', 'price', 'qty'] as const).filter((field) => entry[field] === undefined);
  for (const field of missing) sink.problem(entry.line, field, 'is empty');
  if (exit.profit === undefined) sink.problem(exit.line, 'profit', 'is empty');
  if (missing.length > 0 || exit.profit === undefined) return;
  const noted = ({ signal = '' }: Half) => cutText(signal, MAX_NOTED_LENGTH);
  const signals = [entry.signal && `Entry: ${noted(entry)}`, exit.signal && `Exit: ${noted(exit)}`];
  sink.trade({
    row: entry.line,
    side: entry.side,
    qty: entry.qty!,
    entryTime: entry.time!,
    entryPrice: entry.price!,
    exitTime: exit.time,
    exitPrice: exit.price,
    profit: exit.profit,
    profits: [amountIn(exit.profit)],
    previousNote: signals.filter(Boolean).join(', '),
    tags: reasonTags(entry.signal, exit.signal),
  });
}
