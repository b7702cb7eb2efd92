import { select } from './database.js';
import { databaseUrl } from './processes.js';

const MINUTE = 60_000;

/** Open time of the first bar of every series of the benchmarks. */
export const FIRST_BAR = Date.UTC(2018, 0, 1);

/** Stores a covered series with this number of minutes. Returns the symbol. */
export async function storeBars(size: number, symbol = `GROW${size}`, from = FIRST_BAR): Promise<string> {
  const url = databaseUrl();
  const [{ id }] = await select<{ id: number }>(
    url,
    `INSERT INTO series (feed, symbol, "interval", created_at) VALUES ('venue-spot', $1, '1m', 0) RETURNING id`,
    [symbol],
  );
  await select(
    url,
    `INSERT INTO bars SELECT $1::int, $2::bigint + i * ${MINUTE}::bigint, 28000.01, 28015.02, 27988.9, 28003.14, 12.34567
     FROM generate_series(0, $3::int - 1) AS i`,
    [id, from, size],
  );
  await select(url, 'INSERT INTO coverage VALUES ($1, $2, $3)', [id, from, from + size * MINUTE]);
  return symbol;
}
