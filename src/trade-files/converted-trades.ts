import type { Feed } from '../market/feeds.js';
import { importedTrade, type FileFacts, type ImportedTrade } from './imported-trade.js';
import type { JsonLinesFile } from './files/json-lines-file.js';
import type { RawTrade } from './formats/raw-trade.js';
import type { RowReports } from './columns/row-reports.js';

/** A market that needs an asset. The feed is undefined if the file names none. */
export interface WantedMarket {
  readonly symbol: string;
  readonly feed: Feed | undefined;
}

/** Converts rows to trades, writes the trades to a file, and reports problems of rows. */
export class ConvertedTrades {
  readonly #rowOfClientId = new Map<string, number>();
  readonly #markets = new Map<string, WantedMarket>();

  constructor(
    private readonly file: JsonLinesFile<ImportedTrade>,
    private readonly reports: RowReports,
    private readonly facts: FileFacts,
  ) {}

  get markets(): readonly WantedMarket[] {
    return [...this.#markets.values()];
  }

  add(raw: RawTrade, clientId: string): void {
    const trade = importedTrade(raw, clientId, this.facts, (field, message) =>
      this.reports.problem(raw.row, field, message),
    );
    if (!trade) return;
    // Generated ids are always different.
    if (raw.clientId !== undefined) this.#checkRepeated(clientId, raw.row);
    const { symbol, feed } = trade;
    const market = `${symbol} ${feed ?? ''}`;
    if (!this.#markets.has(market)) this.#markets.set(market, { symbol, feed });
    this.file.add(trade);
  }

  #checkRepeated(clientId: string, row: number): void {
    const first = this.#rowOfClientId.get(clientId);
    if (first === undefined) this.#rowOfClientId.set(clientId, row);
    else this.reports.problem(row, 'clientId', `repeats that of ${this.reports.rowsAre}[${first}]`);
  }
}
