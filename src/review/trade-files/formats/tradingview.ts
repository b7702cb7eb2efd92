import { excerpt } from '../../../shared/text/excerpt.js';
import { cellAt, type CsvFormat } from './csv-format.js';
import type { CsvRow } from '../../../shared/text/csv/csv-rows.js';
import { cutText } from './cut-text.js';
import { MAX_REASON_LENGTH } from './name-lengths.js';
import { openTrade } from './open-trade.js';
import type { FormatTraits, TradeSink } from './raw-trade.js';
import { reasonTags } from './reason-tags.js';
import { TradeFileTooLarge } from '../files/trade-file-error.js';

const TRAITS: FormatTraits = { profit: 'net', contracts: true };

/** Column names of all versions of TradingView. A currency may follow a name. Profits in percent do not match. */
const HEADERS = {
  number: /^trade (?:#|number)$/i,
  type: /^type$/i,
  time: /^date(?:\/| and )time$/i,
  signal: /^signal$/i,
  price: /^price(?: \S+)?$/i,
  qty: /^(?:contracts|quantity|qty|(?:position )?size \(qty\))$/i,
  profit: /^(?:net )?(?:profit|p&l|pnl)(?: (?<currency>[^\s%]+))?$/i,
} as const;
type Column = keyof typeof HEADERS;

/** Matches the code of a currency; some versions write a sign. */
const CURRENCY = /^[A-Z][A-Z0-9]{1,9}$/;

/**
 * Maximum number of trades for which only one of two rows has been read. A list from TradingView has at most one such
 * trade at a time.
 */
const MAX_HALVES = 100_000;
/** Maximum number of characters of a signal in a note of version 1.2. */
const MAX_NOTED_LENGTH = 200;

type Half = Readonly<Partial<Record<Exclude<Column, 'number'>, string>>> & {
  readonly line: number;
  readonly side: string;
};

/** Returns why a trade without an exit is left out. */
type OpenReason = (half: Half) => string;

/** The "List of trades" of the strategy tester. Each trade has two rows, and the exit may come first. */
export const tradingview: CsvFormat<'tradingview'> = {
  source: 'tradingview',
  tool: 'TradingView',
  wanted:
    'Trade #, Type, Date and time, Signal, Price, Size (qty), Net P&L (the names of the English interface)',
  open(header, sink) {
    const columns = columnsIn(header);
    if (!columns) return null;
    const currency = HEADERS.profit.exec(header[columns.profit]!.trim())?.groups?.['currency'];
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
    return { traits: TRAITS, row, end };
  },
};

function columnsIn(header: readonly string[]): Record<Column, number> | null {
  const names = header.map((name) => name.trim());
  const find = (column: Column) => names.findIndex((name) => HEADERS[column].test(name));
  const columns = Object.fromEntries((Object.keys(HEADERS) as Column[]).map((name) => [name, find(name)]));
  const { signal: _, ...required } = columns as Record<Column, number>;
  return Object.values(required).every((index) => index >= 0) ? (columns as Record<Column, number>) : null;
}

function halfOf(row: CsvRow, columns: Record<Column, number>, sink: TradeSink) {
  const number = cellAt(row, columns.number);
  const type = cellAt(row, columns.type) ?? '';
  const [, kind, side] = /^(entry|exit) (long|short)$/i.exec(type) ?? [];
  if (number === undefined) sink.problem(row.line, 'number', 'is empty');
  if (!kind || !side) {
    const wanted = 'Entry long, Entry short, Exit long or Exit short';
    sink.problem(row.line, 'type', `must be ${wanted}, not ${excerpt(type)}`);
  }
  if (number === undefined || !kind || !side) return null;
  return {
    number,
    kind: kind.toLowerCase(),
    side: side.toLowerCase(),
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
  if (exit.price === undefined || exit.time === undefined || exit.signal?.toLowerCase() === 'open') {
    sink.skip(exit.line, open(exit));
    return;
  }
  if (entry.side !== exit.side) {
    sink.problem(exit.line, 'type', `must be of the same side as the entry in line ${entry.line}`);
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
    previousNote: signals.filter(Boolean).join(', '),
    tags: reasonTags(entry.signal, exit.signal),
  });
}
