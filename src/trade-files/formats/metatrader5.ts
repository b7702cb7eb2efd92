import { cellAt, requireCells, type CsvFormat } from './csv-format.js';
import type { CsvRow } from '../../text/csv/csv-rows.js';
import type { FormatTraits, RawTrade, TradeSink } from './raw-trade.js';

const TRAITS: FormatTraits = { source: 'metatrader5', profit: 'gross', contracts: true };

/** Sections of a report that follow the positions. */
const NEXT_SECTION = /^(?:orders|open positions|working orders|deals|results)$/i;

const NO_TRADE =
  /^(?:balance|credit|bonus|correction|charge|deposit|withdrawal|commission|interest|dividend|tax)/i;

interface Columns {
  readonly entryTime: number;
  readonly exitTime: number;
  readonly symbol: number;
  readonly type: number;
  readonly qty: number;
  readonly entryPrice: number;
  readonly exitPrice: number;
  readonly takeProfit: number;
  readonly charges: readonly number[];
  readonly profit: number;
}

/**
 * The positions of a trade history report. Time and price occur twice: first for the entry, then for the exit. `S / L`
 * is ignored because it is the last stop, not the initial one.
 */
export const metatrader5: CsvFormat = {
  source: 'metatrader5',
  wanted: 'Time, Position, Symbol, Type, Volume, Price, S / L, T / P, Time, Price, Commission, Swap, Profit',
  headerMayFollow: true,
  open(header, sink) {
    const columns = columnsIn(header);
    if (!columns) return null;
    let ended = false;
    const row = (row: CsvRow) => {
      const filled = row.cells.filter((cell) => cell.trim() !== '');
      ended ||= filled.length === 1 && NEXT_SECTION.test(filled[0]!.trim());
      if (!ended) takeRow(row, columns, sink);
    };
    return { traits: TRAITS, row };
  },
};

function columnsIn(header: readonly string[]): Columns | null {
  const names = header.map((name) => name.toLowerCase().replaceAll(/\s/g, ''));
  const [entryTime, exitTime] = positionsOf(names, 'time');
  const [entryPrice, exitPrice] = positionsOf(names, 'price');
  const of = (name: string) => names.indexOf(name);
  const single = {
    symbol: of('symbol'),
    type: of('type'),
    qty: of('volume'),
    takeProfit: of('t/p'),
    profit: of('profit'),
  };
  const found = [entryTime, exitTime, entryPrice, exitPrice, ...Object.values(single)];
  if (of('position') < 0 || found.some((index) => index === undefined || index < 0)) return null;
  const charges = ['commission', 'fee', 'swap'].map(of).filter((index) => index >= 0);
  return {
    ...single,
    entryTime: entryTime!,
    exitTime: exitTime!,
    entryPrice: entryPrice!,
    exitPrice: exitPrice!,
    charges,
  };
}

const positionsOf = (names: readonly string[], wanted: string): number[] =>
  names.flatMap((name, index) => (name === wanted ? [index] : []));

function takeRow(row: CsvRow, columns: Columns, sink: TradeSink): void {
  const cell = (column: number) => cellAt(row, column);
  const type = cell(columns.type) ?? '';
  const symbol = cell(columns.symbol);
  if (NO_TRADE.test(type)) return sink.skip(row.line, `is a ${type.toLowerCase()} row`);
  if (type === '' && symbol === undefined) return sink.skip(row.line, 'is no trade');
  const exitTime = cell(columns.exitTime);
  if (exitTime === undefined) return sink.skip(row.line, 'the trade is open');
  const required = {
    symbol,
    side: type || undefined,
    qty: cell(columns.qty),
    entryTime: cell(columns.entryTime),
    entryPrice: cell(columns.entryPrice),
    exitPrice: cell(columns.exitPrice),
    profit: cell(columns.profit),
  };
  if (!requireCells(row, required, sink)) return;
  const target = cell(columns.takeProfit);
  sink.trade({
    row: row.line,
    ...required,
    exitTime,
    // 0 means that there is no target.
    ...(target !== undefined && /[1-9]/.test(target) && { takeProfit: target }),
    charges: columns.charges.map(cell).filter((charge) => charge !== undefined),
  } as RawTrade);
}
