import { HOT_REQUESTS, type Stocked, expectHotPlans, stock, unstock } from './support/hot-requests.js';

let stocked: Stocked;
beforeAll(async () => {
  stocked = await stock();
});
afterAll(() => unstock(stocked));

describe('with much in every table, each statement goes by the key of an index, and on a cluster to one shard', () => {
  it.each(Object.keys(HOT_REQUESTS))('%s', (request) => expectHotPlans(stocked, request));
});
