import { bareExpress, listen, openPool } from './listen.js';

/** Selects the rows of a page of 1m candles with pg and stringifies them. Reads the ids of the series at startup. */

const pool = openPool();
const app = bareExpress();

const { rows: series } = await pool.query<{ id: number; symbol: string }>('SELECT id, symbol FROM series');
const ids = new Map(series.map(({ id, symbol }) => [symbol, id]));

app.get('/candles', async ({ query }, response) => {
  const { symbol, interval, count, before } = query as Readonly<Record<string, string>>;
  const { rows } = await pool.query(
    `SELECT ts, open, high, low, close, volume FROM bars
     WHERE series_id = $1 AND ts < $2 ORDER BY ts DESC LIMIT $3`,
    [ids.get(symbol ?? ''), before, count],
  );
  response.json({ symbol, feed: 'venue-spot', interval, source: 'cache', candles: rows.toReversed() });
});

listen(app);
