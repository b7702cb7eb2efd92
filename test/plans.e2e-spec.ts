import {
  HOT_REQUESTS,
  type Stocked,
  expectHotPlans,
  plansOfRequest,
  stock,
  unstock,
} from './support/hot-requests.js';

let stocked: Stocked;
beforeAll(async () => {
  stocked = await stock();
});
afterAll(() => unstock(stocked));

describe('with much in every table, each statement goes by the key of an index, and on a cluster to one shard', () => {
  it.each(Object.keys(HOT_REQUESTS))('%s', (request) => expectHotPlans(stocked, request));
});

describe('a page of trades is read from the index of trade order, from its bound on', () => {
  const pages = Object.keys(HOT_REQUESTS).filter((request) => /^GET .*\/trades[?,]/.test(request));
  it.each(pages)('%s', async (request) => {
    const plans = await plansOfRequest(stocked, request);
    const scans = plans.flatMap((plan) => plan.scans).filter(({ on }) => on.startsWith('trades'));
    const { key } = scans[0]!;
    expect(scans).toEqual([{ type: 'Index Scan', on: 'trades_in_order', key }]);
    const place = 'ROW(exit_time, entry_time, client_id)';
    for (const bound of [`(${place} > ROW(`, `(${place} < ROW(`]) expect(key).toContain(bound);
  });
});
