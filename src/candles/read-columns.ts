import type { DataSource } from 'typeorm';
import { type BarColumns, NO_BARS } from './bar-columns.js';
import type { Span } from './spans.js';

type Columns = Readonly<Record<Exclude<keyof BarColumns, 'count'>, Buffer | null>>;

/**
 * Reads bars as one row with the binary form of each column, which costs a third of a row per bar: no number is written
 * as text and parsed again.
 * @param select bars in the order of the answer; times in ms are exact as doubles
 */
export async function readColumns(
  dataSource: DataSource,
  select: string,
  parameters: readonly number[],
): Promise<BarColumns> {
  const [found] = await dataSource.query<[Columns]>(`SELECT ${COLUMNS} FROM (${select}) found`, [
    ...parameters,
  ]);
  return columnsOf(found);
}

/**
 * The bars of a span when it is covered in one piece and no gap in it is to be asked about again, else null: what most
 * answers need to know, by one statement.
 */
export async function readSettled(
  dataSource: DataSource,
  seriesId: number,
  { start, end }: Span,
): Promise<BarColumns | null> {
  const [found] = await dataSource.query<[Columns & { isSettled: boolean }]>(
    `SELECT ${COLUMNS},
       EXISTS (SELECT FROM coverage WHERE series_id = $1 AND start_ts <= $2 AND end_ts >= $3)
       AND NOT EXISTS (
         SELECT FROM candle_gaps WHERE series_id = $1 AND start_ts < $3 AND end_ts > $2 AND NOT settled
       ) AS "isSettled"
     FROM (SELECT * FROM bars WHERE series_id = $1 AND ts >= $2 AND ts < $3 ORDER BY ts) found`,
    [seriesId, start, end],
  );
  return found.isSettled ? columnsOf(found) : null;
}

const COLUMNS = `string_agg(float8send(ts::double precision), '') AS ts, string_agg(float8send(open), '') AS open,
  string_agg(float8send(high), '') AS high, string_agg(float8send(low), '') AS low,
  string_agg(float8send(close), '') AS close, string_agg(float8send(volume), '') AS volume`;

function columnsOf(found: Columns): BarColumns {
  if (!found.ts) return NO_BARS;
  return {
    count: found.ts.length / Float64Array.BYTES_PER_ELEMENT,
    ts: doublesOf(found.ts),
    open: doublesOf(found.open),
    high: doublesOf(found.high),
    low: doublesOf(found.low),
    close: doublesOf(found.close),
    volume: doublesOf(found.volume),
  };
}

/** Doubles as they come over the network, most significant byte first. */
function doublesOf(bytes: Buffer | null): Float64Array {
  if (!bytes) return NO_BARS.ts;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Float64Array(bytes.length / Float64Array.BYTES_PER_ELEMENT);
  for (let i = 0; i < values.length; i += 1) values[i] = view.getFloat64(i * Float64Array.BYTES_PER_ELEMENT);
  return values;
}
