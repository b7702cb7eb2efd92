import { hash } from 'node:crypto';
import { JsonLinesFile } from '../files/json-lines-file.js';
import type { ImportSource } from '../formats/formats.js';
import type { ImportOptions } from '../formats/import-options.js';
import { requireShortName, symbolLengthProblem, tagLengthProblem } from '../formats/name-lengths.js';
import { NumberColumn } from '../formats/number-column.js';
import {
  NUMBER_FIELDS,
  type FormatTraits,
  type MoneyTraits,
  type NumberField,
  type RawTrade,
  type TradeSink,
} from '../formats/raw-trade.js';
import { RowReports } from './row-reports.js';
import { epochNumber } from './time-column.js';
import type { TradeBudget } from './trade-budget.js';
import type { RunFacts } from '../formats/run-facts.js';

/** A column of numbers. Columns of costs are read like one column. */
export type ColumnName = NumberField | 'charges' | 'costs' | 'gross';
const COLUMN_NAMES: readonly ColumnName[] = [...NUMBER_FIELDS, 'charges'];

interface BegunFormat {
  readonly source: ImportSource;
  /** Some traits of a csv are known only after its last row. */
  readonly traits: () => FormatTraits;
}

/**
 * Collects the trades of a file with their original texts, and the facts about whole columns that are needed to convert
 * the texts. Rows of self-contained formats do not depend on other rows, so they are converted immediately.
 */
export class RawTrades implements TradeSink {
  readonly columns = new Map<ColumnName, NumberColumn>(
    COLUMN_NAMES.map((name) => [name, new NumberColumn()]),
  );
  /**
   * Entry key of each trade in `file`. Trades with the same entry have the same key. The key of a trade with a clientId
   * is ''.
   */
  readonly entryKeys: string[] = [];
  /** Number of trades with the same entry, by entry key. */
  readonly sameEntries = new Map<string, number>();
  /** Largest time that is given as a number; 0 if there is no such time. */
  largestEpoch = 0;
  /** True if a trade has a stop that may have been moved after the entry. */
  hasPrintedStops = false;
  /** Facts about the run that the file contains. */
  runFacts: RunFacts = {};
  /** True if there is a trade without a symbol. */
  lacksSymbol = false;
  #format: BegunFormat | undefined;

  /** @param convert converts self-contained rows */
  constructor(
    readonly file: JsonLinesFile<RawTrade>,
    readonly reports: RowReports,
    private readonly budget: TradeBudget,
    private readonly options: Pick<ImportOptions, 'symbol' | 'stops'>,
    private readonly convert: (raw: RawTrade) => void,
  ) {}

  /** Traits of the format, once the format is detected. */
  get traits(): FormatTraits {
    return this.#format!.traits();
  }

  /** Source of the file, once the format is detected. */
  get source(): ImportSource {
    return this.#format!.source;
  }

  /** Columns of `RawTrade.profits`. */
  readonly #profitColumns: NumberColumn[] = [];
  readonly #costColumn = new NumberColumn();

  /** Returns the columns of a file whose money is read as a whole. */
  readonly moneyColumns = ({
    profit,
    grossPlace = -1,
  }: MoneyTraits): ReadonlyMap<ColumnName, NumberColumn> => {
    const columns = new Map(this.columns);
    for (const earlier of ['profit', 'feesPaid', 'charges'] as const) columns.delete(earlier);
    columns.set('costs', this.#costColumn);
    columns.set('profit', this.#profitColumns[profit?.place ?? -1] ?? new NumberColumn());
    columns.set('gross', this.#profitColumns[grossPlace] ?? new NumberColumn());
    return columns;
  };

  begin(format: BegunFormat): void {
    this.#format = format;
  }

  trade(printed: RawTrade): void {
    this.budget.take();
    if (this.#hasLongNames(printed)) return;
    const { printedStop } = printed;
    this.hasPrintedStops ||= printedStop !== undefined;
    this.lacksSymbol ||= printed.symbol === undefined;
    const isInitial = printedStop !== undefined && this.options.stops === 'initial';
    const raw = isInitial ? { ...printed, stopLoss: printedStop } : printed;
    if (this.traits.selfContained) {
      this.convert(raw);
      return;
    }
    if (!this.traits.plain) this.#learn(raw);
    const entryKey = raw.clientId === undefined ? this.#entryKey(raw) : '';
    if (entryKey) this.sameEntries.set(entryKey, (this.sameEntries.get(entryKey) ?? 0) + 1);
    this.entryKeys.push(entryKey);
    this.file.add(raw);
  }

  skip(row: number, reason: string): void {
    this.reports.skip(row, reason);
  }

  problem(row: number, field: string, message: string): void {
    this.reports.problem(row, field, message);
  }

  nameOf(row: number): string {
    return `${this.reports.unit} ${row}`;
  }

  facts(facts: RunFacts): void {
    if (facts.strategy !== undefined) requireShortName('strategy', facts.strategy);
    this.runFacts = { ...facts, ...this.runFacts };
  }

  /** Returns whether a name of a trade is too long. Reports a problem for each name. */
  #hasLongNames({ row, symbol = '', tags = [] }: RawTrade): boolean {
    const problems = { symbol: symbolLengthProblem(symbol), tags: tagLengthProblem(tags) };
    const long = Object.entries(problems).filter(([, message]) => message !== undefined);
    for (const [field, message] of long) this.problem(row, field, message!);
    return long.length > 0;
  }

  #learn(raw: RawTrade): void {
    for (const field of NUMBER_FIELDS) {
      const text = raw[field];
      if (text !== undefined) this.columns.get(field)!.see(text);
    }
    for (const text of raw.charges ?? []) this.columns.get('charges')!.see(text);
    for (const [place, text] of (raw.profits ?? []).entries()) {
      const column = (this.#profitColumns[place] ??= new NumberColumn());
      if (text !== null) column.see(text);
    }
    for (const text of raw.costs ?? []) if (text !== null) this.#costColumn.see(text);
    for (const text of [raw.entryTime, raw.exitTime]) {
      const epoch = epochNumber(text);
      if (epoch > this.largestEpoch) this.largestEpoch = epoch;
    }
  }

  /**
   * Returns a key of the entry. The key does not include the exit, because a trade that is cut off at the end of a run
   * has a later exit in a longer run.
   */
  #entryKey({ symbol = this.options.symbol ?? '', side, entryTime, entryPrice, qty }: RawTrade): string {
    const cells = JSON.stringify([this.source, symbol, side, entryTime, entryPrice, qty]);
    return hash('sha256', cells).slice(0, 32);
  }
}
