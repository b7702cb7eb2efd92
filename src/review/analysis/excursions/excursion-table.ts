import type { IdColumn, TextColumn } from '../../../platform/database/copy/copied-columns.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { NOTHING_CERTAIN, type StampResolution } from '../minutes/stamp-resolution.js';
import { type ExcursionSummary, summarizeExcursions } from './excursion-summary.js';
import type { ExcursionTrades } from './excursion.js';
import type { ExcursionWalks } from './walk-excursions.js';

/**
 * The excursions of the trades of a session, in trade order. Pages of the response are made from this table. A trade
 * takes about 150 bytes.
 */
export interface ExcursionTable {
  /** Resolution of the times; null if the times do not fit the candles. */
  readonly resolution: StampResolution | null;
  readonly summary: ExcursionSummary;
  /** Number of bars that were read. */
  readonly bars: number;
  /** Number of all trades of the session. The table may contain only some of these trades. */
  readonly of: number;
  readonly trades: ExcursionTrades;
  readonly walks: ExcursionWalks;
  readonly ids: IdColumn;
  readonly clientIds: TextColumn;
}

interface NamedTrades {
  readonly trades: AnalysedTrades;
  readonly ids: IdColumn;
  readonly clientIds: TextColumn;
}

export function excursionTable(
  { trades: all, ids, clientIds }: NamedTrades,
  walks: ExcursionWalks,
  resolution: StampResolution | null,
  bars: number,
  of = all.count,
): ExcursionTable {
  const { count } = all;
  // The columns are copied, because each column may be a view of a larger buffer.
  const trades = {
    count,
    direction: all.direction.slice(),
    entryTime: all.entryTime.slice(),
    exitTime: all.exitTime.slice(),
    entryPrice: all.entryPrice.slice(),
    exitPrice: all.exitPrice.slice(),
    stopLoss: all.stopLoss.slice(),
  };
  return {
    resolution,
    summary: summarizeExcursions(trades, walks, resolution ?? NOTHING_CERTAIN),
    bars,
    of,
    trades,
    walks,
    ids: { bytes: copyOf(ids.bytes) },
    clientIds: { bytes: copyOf(clientIds.bytes), ends: clientIds.ends.slice() },
  };
}

/** Returns a copy of the bytes. `slice` of a Buffer would return a view of the original memory instead. */
const copyOf = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

const viewsOf = ({ trades, walks, ids, clientIds }: ExcursionTable): ArrayBufferView[] => {
  const { count: _, ...columns } = trades;
  return [...Object.values(columns), ...Object.values(walks), ids.bytes, clientIds.bytes, clientIds.ends];
};

/** Returns the memory of the columns. Each column has separate memory. */
export const memoryOf = (table: ExcursionTable): ArrayBuffer[] =>
  viewsOf(table).map(({ buffer }) => buffer as ArrayBuffer);

export const byteLengthOf = (table: ExcursionTable): number =>
  viewsOf(table).reduce((sum, { byteLength }) => sum + byteLength, 0);
