import {
  HOT_REQUESTS,
  NOT_HOT,
  type Stocked,
  expectHotPlans,
  operationOf,
  plansOfRequest,
  stock,
  tablesOfFewRows,
  unstock,
} from '../support/hot-requests.js';
import { operations } from '../support/openapi-document.js';
import { type OwnDatabase, anOwnDatabase } from '../support/own-database.js';

// The database has no rows of other tests, because they would change the statistics on which query plans depend.
let database: OwnDatabase;
let stocked: Stocked;
beforeAll(async () => {
  database = await anOwnDatabase();
  stocked = await stock(database.address);
});
afterAll(async () => {
  await unstock(stocked);
  await database.remove();
});

it('every table has many rows', async () => {
  expect(await tablesOfFewRows(stocked)).toEqual([]);
});

describe('with many rows in every table, each statement uses the key of an index, and on a cluster one shard', () => {
  it.each(Object.keys(HOT_REQUESTS))('%s', (request) => expectHotPlans(stocked, request));
});

it('every documented operation is tested, or is excluded with a reason', () => {
  const named = [...Object.keys(HOT_REQUESTS).map(operationOf), ...Object.keys(NOT_HOT)];
  const documented = [...operations.keys()].map((route) =>
    route.replace(/^\w+/, (method) => method.toUpperCase()),
  );
  expect([...new Set(named)].toSorted()).toEqual(documented.toSorted());
});

describe('a page of sessions is read from the index of its order, without a sort', () => {
  const pages = Object.keys(HOT_REQUESTS).filter((request) => operationOf(request) === 'GET /sessions');
  it.each(pages)('%s', async (request) => {
    const plans = await plansOfRequest(stocked, request);
    const isOfSessions = (on: string) => on.startsWith('sessions');
    const scans = plans.flatMap((plan) => plan.scans).filter(({ on }) => isOfSessions(on));
    const index = /project/i.test(request) ? 'sessions_of_project' : 'sessions_newest_first';
    expect(new Set(scans.map(({ on }) => on))).toEqual(new Set([index]));
    for (const { type } of scans) expect(type).toMatch(/^Index (Only )?Scan$/);
    expect(plans.flatMap(({ sorted }) => sorted).filter(isOfSessions)).toEqual([]);
  });
});

describe('a page of trades is read from the index of trade order, starting at its bound', () => {
  const pages = Object.keys(HOT_REQUESTS).filter((request) => /^GET .*\/trades[?,]/.test(request));
  it.each(pages)('%s', async (request) => {
    const plans = await plansOfRequest(stocked, request);
    const scans = plans.flatMap((plan) => plan.scans).filter(({ on }) => on.startsWith('trades'));
    const { key } = scans[0]!;
    expect(scans).toEqual([{ type: 'Index Scan', on: 'trades_ordered', key }]);
    const place = 'ROW(exit_time, entry_time, client_id)';
    for (const bound of [`(${place} > ROW(`, `(${place} < ROW(`]) expect(key).toContain(bound);
  });
});
