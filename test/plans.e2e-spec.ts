import { startTestApp } from './support/app.js';
import { HOT_REQUESTS, type Stocked, expectHotPlans, stock, unstock } from './support/hot-requests.js';

/** What is kept in memory would hide statements. */
const NOTHING_KEPT = { STATS_CACHE_MB: '0', CANDLE_CACHE_MB: '0' };

let stocked: Stocked;
beforeAll(async () => {
  stocked = await stock(await startTestApp(NOTHING_KEPT));
});
afterAll(async () => {
  await unstock(stocked);
  await stocked.t.close();
});

describe('with much in every table, no statement reads a table whole, and on a cluster each goes to one shard', () => {
  it.each(Object.keys(HOT_REQUESTS))('%s', (request) => expectHotPlans(stocked, request));
});
