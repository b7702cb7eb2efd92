import { isRepeat } from '../../../trades/new-trade.js';
import type { Trade } from '../../../trades/trade.entity.js';
import type { FileStops } from '../trade-file.js';

const DIFFERENT = 'is stored with different content; delete the stored trade first';

/** Messages for a trade that differs from the stored trade only in its stop. */
const DIFFERENT_STOP: Readonly<Record<FileStops, string>> = {
  none: DIFFERENT,
  unknown: 'is stored with a stop of stops=initial; send stops=initial again',
  initial: 'is stored without a stop; delete the stored trade to import its stop, or leave out stops=initial',
};

/**
 * Returns a message about a trade that differs from the stored trade: the difference, and a way to resolve it.
 * @param readings the trade as this version reads its row, and as version 1.2 read it
 * @param stops how the stops of the file were read
 */
export function fileConflict(readings: readonly Trade[], stored: Trade, stops: FileStops): string {
  const without = stops === 'initial' ? stored : readings[0]!;
  const differByStop =
    without.stopLoss === null &&
    readings.some((reading) => isRepeat({ ...reading, stopLoss: stored.stopLoss }, stored));
  return differByStop ? DIFFERENT_STOP[stops] : DIFFERENT;
}
