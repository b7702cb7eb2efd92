import { Logger } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { floorToInterval } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';
import { type BarColumns, positionOf, sliceBars } from './bar-columns.js';
import { type FoundGaps, NotMadeError, writePart } from './write-part.js';

/** A transaction of this size takes some tens of ms, so other writers do not wait long. */
const ROWS_PER_TRANSACTION = 5_000;

export interface WriteOptions {
  readonly rowsPerTransaction?: number;
  readonly gaps?: FoundGaps;
  /** True if the write ends with `BarsDifferError` before the first transaction that would change a stored bar. */
  readonly isKeeping?: boolean;
  /** Called within the first transaction that changes something; again if that transaction is repeated. */
  readonly onFirstChange?: ((manager: EntityManager) => Promise<void>) | undefined;
  /** Called after each transaction with the number of committed bars. */
  readonly onProgress?: ((written: number, total: number) => void) | undefined;
}

const logger = new Logger('CandleStore');

/**
 * Writes bars in short transactions, see `CandleStore.writeBars`.
 * @param onCommit called after each transaction, with false if the larger bars made from minutes could not be stored
 */
export async function writeParts(
  dataSource: DataSource,
  seriesId: number,
  bars: BarColumns,
  span: Span,
  { rowsPerTransaction = ROWS_PER_TRANSACTION, gaps, isKeeping, onFirstChange, onProgress }: WriteOptions,
  onCommit: (isMade: boolean) => void,
): Promise<{ inserted: number; changed: number; unchanged: number }> {
  if (bars.count > 0 && (bars.ts[0]! < span.start || bars.ts[bars.count - 1]! >= span.end)) {
    throw new RangeError('Some bars lie outside the span to cover.');
  }
  let hasChanged = false;
  const write = async (ofPart: BarColumns, part: Span, isMaking: boolean) => {
    let isChange = false;
    const onChange = async (manager: EntityManager) => {
      isChange = true;
      if (!hasChanged) await onFirstChange?.(manager);
    };
    const written = await dataSource.transaction((manager) =>
      writePart(manager, seriesId, ofPart, part, { gaps, isKeeping, isMaking, onChange }),
    );
    hasChanged ||= isChange;
    return written;
  };
  const counts = { inserted: 0, changed: 0, unchanged: 0 };
  let from = 0;
  do {
    const to = endOfPart(bars, from, rowsPerTransaction);
    const part = {
      start: from === 0 ? span.start : bars.ts[from]!,
      end: to === bars.count ? span.end : bars.ts[to]!,
    };
    const ofPart = sliceBars(bars, from, to);
    let isMade = true;
    const written = await write(ofPart, part, true).catch((error: unknown) => {
      if (!(error instanceof NotMadeError)) throw error;
      // Made bars only save time, so the minutes are written without them.
      logger.warn(`Larger bars are not kept: ${error.message}`);
      isMade = false;
      return write(ofPart, part, false);
    });
    onCommit(isMade);
    counts.inserted += written.inserted;
    counts.changed += written.changed;
    counts.unchanged += to - from - written.inserted - written.changed;
    onProgress?.(to, bars.count);
    from = to;
  } while (from < bars.count);
  return counts;
}

/**
 * Returns the position of the first bar of the next transaction. A transaction ends at the end of a day if possible, so
 * that the next one need not read the minutes of that day to make larger bars.
 */
function endOfPart(bars: BarColumns, from: number, rows: number): number {
  if (from + rows >= bars.count) return bars.count;
  const midnight = positionOf(bars, floorToInterval(bars.ts[from + rows]!, '1d'));
  return midnight > from ? midnight : from + rows;
}
