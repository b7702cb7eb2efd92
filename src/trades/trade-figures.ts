import type { ColumnsOfTrades } from './read-trade-columns.js';

/** Numeric columns of trades that statistics need. */
export const FIGURE_NUMBERS = [
  'entryTime',
  'exitTime',
  'plGross',
  'plNet',
  'plPct',
  'feesPaid',
  'rMultiple',
] as const;

type FigureColumn = (typeof FIGURE_NUMBERS)[number];

export const FIGURE_COLUMNS = [...FIGURE_NUMBERS, 'clientId'] as const;

/** Columns that statistics need of a session's trades, including the clientIds. A missing rMultiple is NaN. */
export type TradeFigures = ColumnsOfTrades<(typeof FIGURE_COLUMNS)[number]>;

/**
 * Number of trades of a session, and number of its trades with a stop on the losing side. Only trades with such a stop
 * have an rMultiple.
 */
export interface TradeCounts {
  readonly total: number;
  readonly eligible: number;
}

export function countTrades({ count, rMultiple }: TradeFigures): TradeCounts {
  let eligible = 0;
  for (let i = 0; i < count; i += 1) if (!Number.isNaN(rMultiple[i]!)) eligible += 1;
  return { total: count, eligible };
}

const figureColumns = (columnOf: (name: FigureColumn) => Float64Array): Record<FigureColumn, Float64Array> =>
  Object.fromEntries(FIGURE_NUMBERS.map((name) => [name, columnOf(name)])) as Record<
    FigureColumn,
    Float64Array
  >;

/** Returns the columns of given trades. */
export function figuresOf(
  trades: readonly (Readonly<Record<FigureColumn, number | null>> & { readonly clientId: string })[],
): TradeFigures {
  const ids = trades.map(({ clientId }) => Buffer.from(clientId));
  let end = 0;
  return {
    count: trades.length,
    ...figureColumns((name) => Float64Array.from(trades, (trade) => trade[name] ?? NaN)),
    clientId: { bytes: Buffer.concat(ids), ends: Float64Array.from(ids, ({ length }) => (end += length)) },
  };
}

/** Joins the trades of all parts into new columns. */
export function joinFigures(parts: readonly TradeFigures[]): TradeFigures {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const joined = (columnOf: (part: TradeFigures, index: number) => Float64Array) => {
    const column = new Float64Array(count);
    let at = 0;
    for (const [index, part] of parts.entries()) {
      column.set(columnOf(part, index).subarray(0, part.count), at);
      at += part.count;
    }
    return column;
  };
  let start = 0;
  const ends = parts.map(({ clientId: { ends, bytes } }) => {
    const before = start;
    start += bytes.length;
    return ends.map((end) => end + before);
  });
  return {
    count,
    ...figureColumns((name) => joined((part) => part[name])),
    clientId: {
      bytes: Buffer.concat(parts.map(({ clientId }) => clientId.bytes)),
      ends: joined((_, index) => ends[index]!),
    },
  };
}
