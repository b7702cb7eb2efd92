import type { AnalysedTrades } from '../analysed-trades.js';
import { type ExcursionSummary, summarizeExcursions } from './excursion-summary.js';
import { EXACT_STAMPS, type StampResolution } from './excursion-window.js';
import type { ExcursionTrades } from './excursion.js';
import type { ExcursionWalks } from './walk-excursions.js';

/** Texts one after the other in UTF-8; text i ends before byte `ends[i]`. */
export interface Texts {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** The excursions of all trades of a session, in trade order: what pages are made of, in about 150 bytes a trade. */
export interface ExcursionTable {
  /** Null unless the times fit the candles as they are. */
  readonly resolution: StampResolution | null;
  readonly summary: ExcursionSummary;
  /** How many bars the walks saw. */
  readonly bars: number;
  readonly trades: ExcursionTrades;
  readonly walks: ExcursionWalks;
  readonly ids: Texts;
  readonly clientIds: Texts;
}

interface NamedTrades {
  readonly trades: AnalysedTrades;
  readonly textOf: (column: 'id' | 'clientId', trade: number) => string;
}

export function excursionTable(
  { trades: all, textOf }: NamedTrades,
  walks: ExcursionWalks,
  resolution: StampResolution | null,
  bars: number,
): ExcursionTable {
  const { count } = all;
  // Copies, without what lies beside the columns in their memory.
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
    summary: summarizeExcursions(trades, walks, resolution ?? EXACT_STAMPS),
    bars,
    trades,
    walks,
    ids: encodedTexts(count, (trade) => textOf('id', trade)),
    clientIds: encodedTexts(count, (trade) => textOf('clientId', trade)),
  };
}

function encodedTexts(count: number, textOf: (trade: number) => string): Texts {
  const encoder = new TextEncoder();
  const texts = Array.from({ length: count }, (_, trade) => encoder.encode(textOf(trade)));
  const ends = new Uint32Array(count);
  let length = 0;
  for (const [trade, text] of texts.entries()) ends[trade] = length += text.length;
  const bytes = new Uint8Array(length);
  for (const [trade, text] of texts.entries()) bytes.set(text, ends[trade]! - text.length);
  return { bytes, ends };
}

const viewsOf = ({ trades, walks, ids, clientIds }: ExcursionTable): ArrayBufferView[] => {
  const { count: _, ...columns } = trades;
  return [
    ...Object.values(columns),
    ...Object.values(walks),
    ids.bytes,
    ids.ends,
    clientIds.bytes,
    clientIds.ends,
  ];
};

/** The memory of the columns, each of which has its own. */
export const memoryOf = (table: ExcursionTable): ArrayBuffer[] =>
  viewsOf(table).map(({ buffer }) => buffer as ArrayBuffer);

export const byteLengthOf = (table: ExcursionTable): number =>
  viewsOf(table).reduce((sum, { byteLength }) => sum + byteLength, 0);
