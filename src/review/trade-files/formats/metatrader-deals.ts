import { AMOUNT } from '../../../shared/fields/fields.js';
import { numberProblem } from '../../../shared/fields/value-rules.js';
import { excerpt } from '../../../shared/text/excerpt.js';
import type { CsvRow } from '../../../shared/text/csv/csv-rows.js';
import { TradeFileTooLarge } from '../files/trade-file-error.js';
import { amountIn } from '../money/cell-words.js';
import { type CsvReader, cellAt } from './csv-format.js';
import { cutText } from './cut-text.js';
import { type Deal, type DealPair, DealPairs } from './deal-pairs.js';
import { type ReportPlaces, metatraderMoney, testerReport } from './metatrader-report.js';
import { metatrader5Facts } from './metatrader5-facts.js';
import { NumberColumn, plainDigits } from './number-column.js';
import { openTrade } from './open-trade.js';
import type { TradeSink } from './raw-trade.js';
import { reasonTags } from './reason-tags.js';

/** Names of the columns of a table of deals. */
const COLUMNS = {
  time: 'time',
  id: 'deal',
  symbol: 'symbol',
  type: 'type',
  direction: 'direction',
  volume: 'volume',
  price: 'price',
  commission: 'commission',
  fee: 'fee',
  swap: 'swap',
  profit: 'profit',
  comment: 'comment',
} as const;
type Column = keyof typeof COLUMNS;

const DIRECTIONS: ReadonlyMap<string, Deal['direction']> = new Map([
  ['in', 'in'],
  ['out', 'out'],
  // A position that closes another one.
  ['out by', 'out'],
  ['in/out', 'in/out'],
  ['inout', 'in/out'],
]);

/** Bounds of profits and charges. */
const SIGNED = { minimum: -AMOUNT.maximum!, maximum: AMOUNT.maximum! };

/** Maximum number of deals. A trade has two. */
const MAX_DEALS = 200_000;
/** Maximum number of characters of the type of a row in a message. */
const MAX_TYPE_LENGTH = 40;

type Cells = Readonly<Partial<Record<Column, string>>> & { readonly line: number };

/** The deals of a tester report of MetaTrader 5, which has no positions. Deals are paired to trades. */
export const metatraderDeals = testerReport({
  source: 'metatrader5',
  columns: COLUMNS,
  optional: ['commission', 'fee', 'comment'],
  reader: (places, sink) => new DealsReader(places, sink),
});

class DealsReader implements CsvReader {
  readonly traits = { money: metatraderMoney('Fee'), earlier: { profit: 'gross', contracts: true } } as const;
  /** The deals wait for the last row, because all numbers together show the decimal mark. */
  readonly #deals: Cells[] = [];
  readonly #numbers = new NumberColumn();

  constructor(
    private readonly places: ReportPlaces<Column>,
    private readonly sink: TradeSink,
  ) {}

  row(row: CsvRow): void {
    const cells = Object.fromEntries(
      Object.entries(this.places).map(([column, place]) => [column, cellAt(row, place)]),
    ) as Partial<Record<Column, string>>;
    const { type = '', symbol } = cells;
    if (!/^(?:buy|sell)$/i.test(type)) {
      this.sink.facts(metatrader5Facts(row.cells));
      const isNothing = type === '' && symbol === undefined;
      const reason = isNothing ? 'is no trade' : `is a ${cutText(type, MAX_TYPE_LENGTH).toLowerCase()} row`;
      this.sink.skip(row.line, reason);
      return;
    }
    if (this.#deals.length >= MAX_DEALS)
      throw new TradeFileTooLarge(`The file has more than ${MAX_DEALS} deals.`);
    for (const column of ['volume', 'price', 'commission', 'fee', 'swap', 'profit'] as const)
      if (cells[column] !== undefined) this.#numbers.see(amountIn(cells[column]));
    this.#deals.push({ ...cells, line: row.line });
  }

  end(): void {
    const pairs = new DealPairs();
    const counts = new Map<string, number>();
    const closed: DealPair[] = [];
    for (const cells of this.#deals) {
      const deal = this.#dealOf(cells);
      const found = deal && pairs.add(deal);
      if (deal && !found)
        this.sink.problem(deal.line, 'volume', `closes ${deal.volume}, which is more than is open`);
      for (const pair of found ?? []) {
        closed.push(pair);
        counts.set(pair.entry.id, (counts.get(pair.entry.id) ?? 0) + 1);
      }
    }
    for (const { line } of pairs.stillOpen) this.sink.skip(line, openTrade());
    for (const pair of closed) this.#trade(pair);
  }

  #trade({ entry, exit, side, qty, profit, charges }: DealPair): void {
    this.sink.trade({
      row: exit.line,
      symbol: entry.symbol,
      side,
      qty,
      entryTime: entry.time,
      entryPrice: entry.price,
      exitTime: exit.time,
      exitPrice: exit.price,
      positionId: entry.id,
      profits: [profit],
      costs: charges,
      tags: reasonTags(entry.comment, exit.comment),
    });
  }

  /** Returns the deal of a row; null if a problem was reported. */
  #dealOf({ line, ...cells }: Cells): Deal | null {
    const { sink } = this;
    const direction = DIRECTIONS.get((cells.direction ?? '').toLowerCase());
    let isSound = true;
    const problem = (field: Column, message: string) => {
      isSound = false;
      sink.problem(line, field, message);
    };
    if (!direction)
      problem('direction', `must be in, out, in/out or out by, not ${excerpt(cells.direction ?? '')}`);
    const number = (column: Column, otherwise?: string): string => {
      const text = cells[column];
      if (text === undefined && otherwise !== undefined) return otherwise;
      if (text === undefined) problem(column, 'is empty');
      const digits = plainDigits(amountIn(text ?? ''), this.#numbers.decide('.') ?? '.');
      const isAmount = column === 'volume' || column === 'price';
      const wrong =
        digits === null ? 'must be a number' : numberProblem(Number(digits), isAmount ? AMOUNT : SIGNED);
      if (text !== undefined && wrong !== undefined) problem(column, `${wrong}, not ${excerpt(text)}`);
      return digits?.toLowerCase() ?? '0';
    };
    for (const column of ['symbol', 'time', 'id'] as const)
      if (cells[column] === undefined) problem(column, 'is empty');
    const deal = {
      line,
      id: cells.id ?? '',
      symbol: cells.symbol ?? '',
      type: cells.type?.toLowerCase() as Deal['type'],
      direction: direction ?? 'in',
      time: cells.time ?? '',
      volume: number('volume'),
      price: number('price'),
      charges: [number('commission', '0'), number('fee', '0'), number('swap', '0')],
      profit: number('profit', '0'),
      comment: cells.comment,
    };
    return isSound ? deal : null;
  }
}
