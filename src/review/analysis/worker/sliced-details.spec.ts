import { Pool } from 'pg';
import { VECTOR_TRADES } from '../../../../test/support/vector-trades.js';
import { LastTrades } from './last-trades.js';
import { SliceMasks } from './slice-masks.js';
import { readSlice } from './sliced-details.js';
import { type SortedDetails, bytesOf } from './sorted-details.js';

const { count } = VECTOR_TRADES;
const SESSION = { workspaceId: 'w', id: 's', revision: 1, tradeCount: count };
const LONG = { filters: { side: 'long' as const }, timezone: null, markets: [], labelRevision: null };

const DETAILS: SortedDetails = {
  trades: VECTOR_TRADES,
  ids: { bytes: new Uint8Array(count * 16) },
  clientIds: { bytes: new Uint8Array(0), ends: new Float64Array(count) },
};

describe('readSlice', () => {
  it('copies the trades of the slice once, on the first access, and makes room for the copy only then', async () => {
    const last = new LastTrades(bytesOf(DETAILS));
    let reads = 0;
    const whole = () => last.get(SESSION, () => Promise.resolve(((reads += 1), DETAILS)));
    await whole();
    // The trades of the session are cached, so the database is not used.
    const database = { pool: new Pool(), signal: new AbortController().signal };
    const sliced = await readSlice({ ...database, last, masks: new SliceMasks(2 ** 20) }, SESSION, LONG);
    const longs = VECTOR_TRADES.direction.filter((direction) => direction > 0);
    expect(sliced).toMatchObject({ whole: DETAILS, slice: { tradeCount: longs.length, of: count } });
    await whole();
    expect(reads).toBe(1);

    const { details } = sliced;
    expect(details.trades.direction).toEqual(longs);
    expect(sliced.details).toBe(details);
    // The copy and the trades of the session exceed the limit together, so the trades of the session are dropped.
    await whole();
    expect(reads).toBe(2);
  });
});
