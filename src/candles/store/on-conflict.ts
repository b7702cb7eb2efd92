/**
 * Returns the clause with which a bar `b` that exists is updated if it differs.
 * @param key columns of the primary key
 */
export const onConflict = (key: string) => `
    ON CONFLICT (${key}) DO UPDATE
      SET open = excluded.open, high = excluded.high, low = excluded.low,
          close = excluded.close, volume = excluded.volume
      WHERE (b.open, b.high, b.low, b.close, b.volume)
        IS DISTINCT FROM (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume)`;
