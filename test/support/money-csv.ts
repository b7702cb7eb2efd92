import { plainDigits } from '../../src/review/trade-files/columns/number-column.js';
import { sideColumn, signedQty } from '../../src/review/trade-files/columns/side-column.js';
import {
  amountIn,
  isEmptyCell,
  isSkippedWord,
  repeatsHeader,
} from '../../src/review/trade-files/money/cell-words.js';
import { comparedName, currencyInName } from '../../src/review/trade-files/money/column-names.js';
import { areOtherCurrencies } from '../../src/review/trade-files/money/currencies.js';
import { type MoneyColumns, moneyColumnsIn } from '../../src/review/trade-files/money/money-columns.js';
import type { MoneyAnswers, MoneyFile, MoneyRow } from '../../src/review/trade-files/money/money-rows.js';
import { ProfitCells, chosenProfit } from '../../src/review/trade-files/money/profit-cells.js';

const SYMBOLS = ['symbol', 'pair', 'instrument', 'contractname', 'column'];
const ENTRIES = ['entryprice', 'openprice', 'openrate', 'avgentryprice'];
const EXITS = ['exitprice', 'closeprice', 'closerate', 'avgexitprice'];

/** A csv that cannot be read, and the line of the problem. */
export class UnreadableCsv extends Error {
  constructor(readonly line: number) {
    super(`line ${line}`);
  }
}

/**
 * Reads a small csv without quoted cells into the money of a file.
 * @throws UnreadableCsv
 */
export function moneyOfCsv(csv: string, accountCurrency: string, answers: MoneyAnswers = {}): MoneyFile {
  const [head = '', ...texts] = csv.trimEnd().split('\n');
  const header = head.split(',');
  const columns = moneyColumnsIn(header);
  const lines = texts
    .map((text, place) => ({ line: place + 2, cells: text.split(',') }))
    .filter(
      ({ cells }) =>
        !repeatsHeader(cells, header) && !columns.states.some((state) => isSkippedWord(cells[state]!)),
    );
  for (const place of columns.currencies)
    for (const { line, cells } of lines)
      if (cells[place] !== lines[0]!.cells[place]) throw new UnreadableCsv(line);
  const { profit, gross } = chosenProfit(columns.profits, ({ place }) => {
    const seen = new ProfitCells();
    for (const { cells } of lines) seen.see(cells[place]!, (text) => plainDigits(text, '.') !== null);
    return seen.isMoney;
  });
  const named = (names: readonly string[]) => header.findIndex((name) => names.includes(comparedName(name)));
  const profitCurrency = profit ? currencyInName(profit.name) : undefined;
  const costs = costsOf(columns, lines, profitCurrency ?? accountCurrency);
  const number = (place: number, line: { line: number; cells: readonly string[] }): string | null => {
    const cell = line.cells[place]!;
    if (isEmptyCell(cell)) return null;
    const digits = plainDigits(amountIn(cell), '.');
    if (digits === null) throw new UnreadableCsv(line.line);
    return digits;
  };
  const sideName = columns.side === undefined ? '' : comparedName(header[columns.side]!);
  const side = sideColumn(
    sideName,
    lines.some(({ cells }) => cells[columns.side ?? 0] === '0'),
  );
  const rows = lines.map((line): MoneyRow => {
    const signed = signedQty(side(line.cells[columns.side!]!), number(columns.qty!, line)!);
    if (signed === null) throw new UnreadableCsv(line.line);
    return {
      row: line.line,
      symbol: line.cells[named(SYMBOLS)]!,
      ...signed,
      entryPrice: number(named(ENTRIES), line)!,
      exitPrice: number(named(EXITS), line)!,
      profit: profit && number(profit.place, line),
      costs: costs.listed.map(({ place }) => number(place, line)),
      gross: gross && number(gross.place, line),
      pointValue: columns.pointValue === undefined ? null : number(columns.pointValue, line),
    };
  });
  return {
    rows,
    profit,
    costColumns: costs.listed,
    hasForeignCosts: costs.areForeign,
    accountCurrency,
    priceCurrency: currencyInName(header[named(ENTRIES)]!),
    profitCurrency,
    answers,
  };
}

function costsOf(
  columns: MoneyColumns,
  lines: readonly { cells: readonly string[] }[],
  profitCurrency: string,
) {
  const isForeign = (currency: string | undefined) =>
    currency !== undefined && areOtherCurrencies(currency, profitCurrency);
  const areInCoins = columns.costCurrencies.some((place) =>
    lines.some(({ cells }) => isForeign(cells[place])),
  );
  const isListed = ({ kind, currency }: (typeof columns.costs)[number]) =>
    !isForeign(currency) && !(areInCoins && kind === 'fee');
  const listed = columns.costs.filter(isListed);
  return { listed, areForeign: listed.length < columns.costs.length };
}
