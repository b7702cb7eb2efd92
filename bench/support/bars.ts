import type { VolumeMinutes } from '../../src/review/analysis/fills/fill-bars.js';
import { select } from './database.js';
import { databaseUrl } from './processes.js';

const MINUTE = 60_000;

/** Open time of the first bar of every series of the benchmarks. */
export const FIRST_BAR = Date.UTC(2018, 0, 1);

/** Stores a covered series with this number of minutes, which all have the same prices. Returns the symbol. */
export async function storeBars(size: number, symbol = `GROW${size}`, from = FIRST_BAR): Promise<string> {
  const url = databaseUrl();
  const id = await newSeries(symbol, from, size);
  await select(
    url,
    `INSERT INTO bars SELECT $1::int, $2::bigint + i * ${MINUTE}::bigint, 28000.01, 28015.02, 27988.9, 28003.14, 12.34567
     FROM generate_series(0, $3::int - 1) AS i`,
    [id, from, size],
  );
  return symbol;
}

/** Stores these bars as a covered series. No minute is missing between the bars. */
export async function storeColumns(symbol: string, bars: VolumeMinutes): Promise<void> {
  const id = await newSeries(symbol, bars.ts[0]!, bars.count);
  const { ts, open, high, low, close, volume } = bars;
  await select(
    databaseUrl(),
    `INSERT INTO bars
     SELECT $1::int, * FROM unnest($2::bigint[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::float8[])`,
    [id, ...[ts, open, high, low, close, volume].map((column) => Array.from(column))],
  );
}

/** Creates a series that covers a number of minutes. Returns its id. */
async function newSeries(symbol: string, from: number, minutes: number): Promise<number> {
  const url = databaseUrl();
  const [{ id }] = await select<{ id: number }>(
    url,
    `INSERT INTO series (feed, symbol, "interval", created_at) VALUES ('venue-spot', $1, '1m', 0) RETURNING id`,
    [symbol],
  );
  await select(url, 'INSERT INTO coverage VALUES ($1, $2, $3)', [id, from, from + minutes * MINUTE]);
  return id;
}
