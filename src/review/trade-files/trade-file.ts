import type { FieldProblem } from '../../shared/problems/problem.js';
import type { ReportedRow, RowUnit } from './columns/row-reports.js';
import type { WantedMarket } from './converted-trades.js';
import type { ImportSource } from './formats/formats.js';
import type { StatedStops } from './formats/import-options.js';
import type { EarlierContent } from './earlier/earlier-content.js';
import type { SymbolMoney } from './money/money-result.js';
import type { UnclearMoney } from './money-of-rows.js';
import type { ImportedTrade } from './imported-trade.js';

/**
 * If the file has stops that may have been moved after the entry, the assumption under which these stops were read;
 * otherwise `none`.
 */
export type FileStops = StatedStops | 'none';

/** A file whose trades have all been read and checked. The trades are in a temporary file until `close`. */
export interface TradeFile {
  readonly source: ImportSource;
  readonly stops: FileStops;
  /** Unit of row numbers: lines of a csv or rows of a table, from 1, or trades of JSON, from 0. */
  readonly rowsAre: RowUnit;
  /** Number of trades in `batches`. Without problems, these are all trades of the file. */
  readonly tradeCount: number;
  readonly markets: readonly WantedMarket[];
  /** The first 100 rows that are not closed trades. */
  readonly skipped: readonly ReportedRow[];
  readonly skippedCount: number;
  /** The first 100 trades whose local times have two readings. */
  readonly ambiguous: readonly ReportedRow[];
  readonly ambiguousCount: number;
  /**
   * The first 100 wrong fields. A file with problems must not be stored. After very many problems, reading has stopped.
   */
  readonly problems: readonly FieldProblem[];
  readonly problemCount: number;
  /** The proof of the money for each symbol. Empty if the file has no profits, or if they were not read. */
  readonly proofs: readonly SymbolMoney[];
  /** Name of the column of net profits that determine the costs of their rows; see `ImportedTrade.printedNet`. */
  readonly netProfitColumn: string | undefined;
  /** Why the money of the file is not stored without an answer; null if it is clear. */
  readonly unclear: UnclearMoney | null;
  /** Sentences about columns that are not read. */
  readonly notices: readonly string[];
  /** Returns the contents that earlier versions read from the row of a trade. */
  readonly previousOf: (trade: ImportedTrade) => readonly EarlierContent[];
  /** Yields the trades in the order of the file. May be called more than once. */
  readonly batches: (size?: number) => AsyncIterable<readonly ImportedTrade[]>;
  /** Removes the temporary file. */
  readonly close: () => Promise<void>;
}
