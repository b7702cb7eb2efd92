import type { Feed } from '../../shared/market/feeds.js';
import { importedTrade, type FileFacts, type ImportedTrade } from './imported-trade.js';
import type { JsonLinesFile } from './files/json-lines-file.js';
import type { RawTrade } from './formats/raw-trade.js';
import type { RowMoney } from './money-of-rows.js';
import type { RowReports } from './columns/row-reports.js';

/** A market that needs an asset. The feed is undefined if the file names none. */
export interface WantedMarket {
  readonly symbol: string;
  readonly feed: Feed | undefined;
  /** The first two names that the file uses for the symbol. */
  readonly names: readonly string[];
}

/** Converts rows to trades, writes the trades to a file, and reports problems of rows. */
export class ConvertedTrades {
  readonly #rowOfClientId = new Map<string, number>();
  readonly #markets = new Map<string, WantedMarket & { readonly names: string[] }>();

  constructor(
    private readonly file: JsonLinesFile<ImportedTrade>,
    private readonly reports: RowReports,
    private readonly facts: FileFacts,
  ) {}

  get markets(): readonly WantedMarket[] {
    return [...this.#markets.values()];
  }

  add(raw: RawTrade, clientId: string, money: RowMoney | undefined): void {
    const trade = importedTrade(raw, clientId, this.facts, money, {
      problem: (field, message) => this.reports.problem(raw.row, field, message),
      ambiguous: (reason) => this.reports.addAmbiguous(raw.row, reason),
    });
    if (!trade) return;
    // Generated ids are always different.
    if (raw.clientId !== undefined) this.#checkRepeated(clientId, raw.row);
    const { symbol, feed } = trade;
    const name = `${symbol} ${feed ?? ''}`;
    let market = this.#markets.get(name);
    if (!market) this.#markets.set(name, (market = { symbol, feed, names: [] }));
    addName(market.names, raw.symbol);
    this.file.add(trade);
  }

  #checkRepeated(clientId: string, row: number): void {
    const first = this.#rowOfClientId.get(clientId);
    if (first === undefined) this.#rowOfClientId.set(clientId, row);
    else this.reports.problem(row, 'clientId', `repeats that of ${this.reports.rowsAre}[${first}]`);
  }
}

const MAX_NAMES = 2;

/** Adds a name. Names that differ only in the case of letters count as the same name. */
function addName(names: string[], name: string | undefined): void {
  if (name === undefined || names[0] === name || names.length === MAX_NAMES) return;
  const plain = name.trim().toUpperCase();
  if (!names.some((other) => other.trim().toUpperCase() === plain)) names.push(name);
}
