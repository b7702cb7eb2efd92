import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { clientIds } from './columns/client-ids.js';
import { isNewestFirst } from './columns/is-newest-first.js';
import { printedAmount } from './columns/printed-amount.js';
import { NO_PROFITS, profitFacts } from './columns/profit-facts.js';
import { rawNumbers } from './columns/raw-numbers.js';
import { rawTimes } from './columns/raw-times.js';
import { RawTrades } from './columns/raw-trades.js';
import { RowReports } from './columns/row-reports.js';
import type { TradeBudget } from './columns/trade-budget.js';
import { ConvertedTrades } from './converted-trades.js';
import { JsonLinesFile } from './files/json-lines-file.js';
import type { ImportOptions } from './formats/import-options.js';
import type { RawTrade } from './formats/raw-trade.js';
import type { ReadFacts } from './formats/run-facts.js';
import type { FileFacts, ImportedTrade } from './imported-trade.js';
import type { TradeFile } from './trade-file.js';

/** Number of rows that are converted before other requests can run. */
const ROWS_AT_A_TIME = 100;

/** Reads the trades of one run into temporary files. */
export class RunReading {
  readonly reports = new RowReports();
  readonly raws: RawTrades;
  private readonly rows: JsonLinesFile<RawTrade>;
  private readonly trades: JsonLinesFile<ImportedTrade>;
  private converted: ConvertedTrades | undefined;

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
      this.converted.add(raw, raw.clientId!);
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
      batches: (size = 1000) => trades.batches(size),
      close,
    };
  }

  async destroy(): Promise<void> {
    await Promise.all([this.rows.destroy(), this.trades.destroy()]);
  }

  private async convertAll(): Promise<void> {
    const { raws } = this;
    const facts = this.fileFacts();
    const profits = await profitFacts(raws, facts.numbers);
    const clientId = clientIds(raws, await isNewestFirst(raws, facts.times));
    const converted = new ConvertedTrades(this.trades, this.reports, { ...facts, profits });
    this.converted = converted;
    let index = 0;
    for await (const batch of raws.file.batches(ROWS_AT_A_TIME)) {
      for (const raw of batch) converted.add(raw, clientId(raw, index++));
      await this.trades.flush();
      await setImmediate();
    }
  }

  private fileFacts(): FileFacts {
    const { raws, options } = this;
    return {
      traits: raws.traits,
      numbers: rawNumbers(raws),
      times: rawTimes(raws, options),
      profits: NO_PROFITS,
      symbol: options.symbol,
      symbolOf: this.toSymbol,
    };
  }
}
