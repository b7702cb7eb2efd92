import { excerpt } from '../../../shared/text/excerpt.js';
import type { CsvRow } from '../../../shared/text/csv/csv-rows.js';
import { TradeFileTooLarge } from '../files/trade-file-error.js';
import { amountIn } from '../money/cell-words.js';
import { type CsvReader, cellAt, requireCells } from './csv-format.js';
import { cutText } from './cut-text.js';
import { isPrice } from './metatrader5.js';
import { type ReportPlaces, testerReport } from './metatrader-report.js';
import { openTrade } from './open-trade.js';
import type { FormatTraits, TradeSink } from './raw-trade.js';
import { reasonTags } from './reason-tags.js';

/** Names of the columns. */
const COLUMNS = {
  time: 'time',
  type: 'type',
  order: 'order',
  qty: 'size',
  price: 'price',
  printedStop: 's/l',
  takeProfit: 't/p',
  profit: 'profit',
  balance: 'balance',
} as const;
type Column = keyof typeof COLUMNS;

const ALL = Object.keys(COLUMNS) as Column[];

/** Types of rows that close an order. */
const CLOSES = /^(?:close|close at stop|close by|s\/l|t\/p)$/i;
/** Maximum number of orders that are open at a time. */
const MAX_OPEN = 100_000;
/** Maximum number of characters of the type of a row in a message. */
const MAX_TYPE_LENGTH = 40;

/** The tester prints the profit of an order after its swap and commission, and no costs. */
const TRAITS: FormatTraits = {
  money: { profit: { name: 'Profit', kind: 'net', place: 0 }, costColumns: [] },
};

type Opened = Readonly<Partial<Record<Column, string>>> & { readonly line: number };

/** The orders of a tester report of MetaTrader 4: a row opens an order, another one with its number closes it. */
export const metatrader4Tester = testerReport({
  source: 'metatrader4',
  columns: COLUMNS,
  optional: [],
  reader: (places, sink) => new OrdersReader(places, sink),
});

class OrdersReader implements CsvReader {
  readonly traits = TRAITS;
  readonly #open = new Map<string, Opened>();

  constructor(
    private readonly places: ReportPlaces<Column>,
    private readonly sink: TradeSink,
  ) {}

  row(row: CsvRow): void {
    const cells: Opened = {
      line: row.line,
      ...Object.fromEntries(ALL.map((column) => [column, cellAt(row, this.places[column])])),
    };
    const { type = '', order = '' } = cells;
    if (/^(?:buy|sell)$/i.test(type)) this.#opened(order, cells);
    else if (CLOSES.test(type)) this.#closed(order, cells);
    else this.sink.skip(row.line, type === '' ? 'is no trade' : `is a ${cutText(type, MAX_TYPE_LENGTH)} row`);
  }

  end(): void {
    for (const { line } of this.#open.values()) this.sink.skip(line, openTrade());
  }

  #opened(order: string, cells: Opened): void {
    if (this.#open.has(order)) this.sink.problem(cells.line, 'order', `${excerpt(order)} is already open`);
    else if (this.#open.size >= MAX_OPEN)
      throw new TradeFileTooLarge(`The file has more than ${MAX_OPEN} open orders.`);
    else this.#open.set(order, cells);
  }

  #closed(order: string, exit: Opened): void {
    const { sink } = this;
    const entry = this.#open.get(order);
    if (!entry) {
      sink.problem(exit.line, 'order', `closes ${excerpt(order)}, which is not open`);
      return;
    }
    this.#open.delete(order);
    const ofEntry = { time: entry.time, price: entry.price };
    const ofExit = { time: exit.time, price: exit.price, qty: exit.qty, profit: exit.profit };
    const rows = [
      requireCells({ cells: [], line: entry.line }, ofEntry, sink),
      requireCells({ cells: [], line: exit.line }, ofExit, sink),
    ];
    if (rows.includes(false)) return;
    const { printedStop, takeProfit } = entry;
    sink.trade({
      row: exit.line,
      side: entry.type!.toLowerCase(),
      qty: exit.qty!,
      entryTime: entry.time!,
      entryPrice: entry.price!,
      exitTime: exit.time!,
      exitPrice: exit.price!,
      ...(isPrice(printedStop) && { printedStop }),
      ...(isPrice(takeProfit) && { takeProfit }),
      positionId: order,
      profits: [amountIn(exit.profit!)],
      costs: [],
      tags: reasonTags(undefined, exit.type),
    });
  }
}
