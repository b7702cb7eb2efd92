import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { clientIds } from './columns/client-ids.js';
import { isNewestFirst } from './columns/is-newest-first.js';
import { printedAmount } from './columns/printed-amount.js';
import { type RawNumbers, earlierNumbers, rawNumbers } from './columns/raw-numbers.js';
import { rawTimes } from './columns/raw-times.js';
import { RawTrades } from './columns/raw-trades.js';
import { RowReports } from './columns/row-reports.js';
import type { TradeBudget } from './columns/trade-budget.js';
import { ConvertedTrades } from './converted-trades.js';
import { type EarlierContent, earlierContents } from './earlier/earlier-content.js';
import { JsonLinesFile } from './files/json-lines-file.js';
import { TradeFileError } from './files/trade-file-error.js';
import type { ImportOptions } from './formats/import-options.js';
import type { RawTrade } from './formats/raw-trade.js';
import type { ReadFacts } from './formats/run-facts.js';
import type { FileFacts, ImportedTrade } from './imported-trade.js';
import { type FileMoney, moneyOfRows } from './money-of-rows.js';
import { pointValueAnswer } from './money/money-texts.js';
import type { TradeFile } from './trade-file.js';

/** Number of rows that are converted before other requests can run. */
const ROWS_AT_A_TIME = 100;

/** Currency of a session for which neither the file nor the request names one. */
const USUAL_CURRENCY = 'USD';

/** Reads the trades of one run into temporary files. */
export class RunReading {
  readonly reports = new RowReports();
  readonly raws: RawTrades;
  private readonly rows: JsonLinesFile<RawTrade>;
  private readonly trades: JsonLinesFile<ImportedTrade>;
  private converted: ConvertedTrades | undefined;
  private money: FileMoney | null = null;

  /**
   * @param suffix end of the names of the temporary files; different for each run
   * @param toSymbol returns a symbol in the form of assets
   */
  constructor(
    directory: string,
    suffix: string,
    private readonly options: ImportOptions,
    private readonly toSymbol: (text: string) => string,
    budget: TradeBudget,
  ) {
    this.rows = new JsonLinesFile(join(directory, `rows${suffix}`));
    this.trades = new JsonLinesFile(join(directory, `trades${suffix}`));
    const convert = (raw: RawTrade) => {
      this.converted ??= new ConvertedTrades(this.trades, this.reports, this.fileFacts());
      this.converted.add(raw, raw.clientId!, undefined);
    };
    this.raws = new RawTrades(this.rows, this.reports, budget, options, convert);
  }

  /** Writes the rows to the disk. Call this function after every few rows. */
  async flush(): Promise<void> {
    await this.rows.flush();
    await this.trades.flush();
  }

  /** Call this function after the last row. */
  async endRows(): Promise<void> {
    await this.rows.finish();
  }

  /** Converts the rows that can be interpreted only after the whole file has been read. */
  async convert(): Promise<void> {
    if (this.rows.count > 0 && !this.reports.areTooMany) await this.convertAll();
    await this.trades.finish();
  }

  /** Returns the facts about the run that the file contains. */
  getFacts(): ReadFacts {
    const { initialBalance: _, ...facts } = this.raws.runFacts;
    const balance = this.findInitialBalance();
    return { ...facts, ...(balance !== undefined && { initialBalance: balance }) };
  }

  /**
   * Returns the starting balance in the file; undefined if the file contains no readable balance. Call this function
   * after `endRows`.
   */
  findInitialBalance(): number | undefined {
    const { initialBalance: balance } = this.raws.runFacts;
    return typeof balance === 'string' ? printedAmount(balance, this.raws) : balance;
  }

  /** @param close removes the temporary files of all runs */
  toTradeFile(close: () => Promise<void>): TradeFile {
    const { reports, trades } = this;
    return {
      source: this.raws.source,
      stops: this.raws.hasPrintedStops ? (this.options.stops ?? 'unknown') : 'none',
      rowsAre: reports.rowsAre,
      tradeCount: trades.count,
      markets: this.converted?.markets ?? [],
      skipped: reports.skipped,
      skippedCount: reports.skippedCount,
      ambiguous: reports.ambiguous,
      ambiguousCount: reports.ambiguousCount,
      problems: reports.problems,
      problemCount: reports.problemCount,
      proofs: (this.money?.proofs ?? []).map((proof) => ({ ...proof, symbol: this.symbolOf(proof.symbol) })),
      netProfitColumn: this.raws.traits.netProfitColumn,
      unclear: this.money?.unclear ?? null,
      notices: this.money?.notices ?? [],
      previousOf: (trade) => this.previousOf(trade),
      batches: (size = 1000) => trades.batches(size),
      close,
    };
  }

  async destroy(): Promise<void> {
    await Promise.all([this.rows.destroy(), this.trades.destroy()]);
  }

  private async convertAll(): Promise<void> {
    const { raws, reports, options } = this;
    const facts = this.fileFacts();
    const { money } = facts.traits;
    const traits = money && (money.profit || money.costColumns.length > 0) ? money : null;
    if (traits)
      this.money = await moneyOfRows(raws, traits, facts.numbers, facts.earlierNumbers, {
        ...options,
        accountCurrency: options.accountCurrency ?? raws.runFacts.accountCurrency ?? USUAL_CURRENCY,
        symbolOf: this.toSymbol,
      });
    const clientId = clientIds(raws, await isNewestFirst(raws, facts.times));
    const converted = new ConvertedTrades(this.trades, reports, facts);
    this.converted = converted;
    let index = 0;
    for await (const batch of raws.file.batches(ROWS_AT_A_TIME)) {
      for (const raw of batch) {
        converted.add(raw, clientId(raw, index), this.money?.rowAt(index));
        index += 1;
      }
      await this.trades.flush();
      await setImmediate();
    }
    if (traits && !this.money && reports.problemCount === 0)
      throw new TypeError('the money of the file is unknown, but no row has a problem');
  }

  /** Returns the contents that earlier versions read from the row of a trade. */
  private previousOf(trade: ImportedTrade): readonly EarlierContent[] {
    const { previous = [], earlier: cells } = trade;
    const facts = this.money?.earlier;
    return cells && facts ? [...previous, ...earlierContents(trade, cells, facts)] : previous;
  }

  private fileFacts(): FileFacts {
    const { raws, options } = this;
    const { traits } = raws;
    return {
      traits,
      numbers: rawNumbers(raws),
      times: rawTimes(raws, options),
      earlierNumbers: traits.money ? earlierNumbersIn(raws) : null,
      pointValueOf: traits.money ? this.answeredValue() : () => undefined,
      symbol: options.symbol,
      symbolOf: this.toSymbol,
    };
  }

  /** Returns a function that returns the point value that the request gives for a printed symbol. */
  private answeredValue(): (printed: string) => number | undefined {
    const { pointValue } = this.options;
    const answer = pointValue === undefined ? null : pointValueAnswer(pointValue);
    if (answer === null) return () => undefined;
    if (typeof answer === 'string') return () => Number(answer);
    const values = new Map([...answer].map(([symbol, value]) => [this.toSymbol(symbol), Number(value)]));
    return (printed) => values.get(this.symbolOf(printed));
  }

  private symbolOf(printed: string): string {
    return this.toSymbol(printed === '' ? (this.options.symbol ?? '') : printed);
  }
}

/** Returns how versions before 1.12 read the numbers of a file; null if they refused the file. */
function earlierNumbersIn(raws: RawTrades): RawNumbers | null {
  try {
    return earlierNumbers(raws);
  } catch (error) {
    if (error instanceof TradeFileError) return null;
    throw error;
  }
}
