import { CALCULATION_VERSION } from '../../src/shared/figures/calculator/calculate-statistics.js';
import { BREAKDOWNS } from '../../src/review/analysis/breakdown/breakdown.js';
import { TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { describeAnalysis } from '../support/analysis-routes.js';
import { anExampleSession } from '../support/example-session.js';
import { DAY, T, aSession, aSessionWith, aTrade, ingest } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';
import { stateCount } from '../support/stated-count.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

const pathOf = ({ id }: { readonly id: string }, query: string) =>
  `/sessions/${id}/analysis/breakdown${query}`;

const breakdownOf = async (session: { readonly id: string }, by: string, threshold = 0) =>
  (await t.call.get(pathOf(session, `?by=${by}&breakEvenThreshold=${threshold}`)).expect(200)).body;

type Group = { readonly key: string | null; readonly tradeCount: number };

/** Returns the key of each group and its number of trades, without empty groups. */
const countsOf = ({ groups }: { groups: readonly Group[] }) =>
  groups.filter(({ tradeCount }) => tradeCount > 0).map(({ key, tradeCount }) => [key, tradeCount]);

describeAnalysis(() => t, 'analysis/breakdown', '?by=side');

describe('GET /sessions/{id}/analysis/breakdown', () => {
  it('returns the figures of the worked example in one group', async () => {
    const session = await anExampleSession(t.call);
    const { groups, ...rest } = await breakdownOf(session, 'side', 1);
    expect(rest).toEqual({ calculationVersion: CALCULATION_VERSION, slice: null, by: 'side', timezone: 'UTC', omittedGroups: 0, reason: null }); // prettier-ignore
    const { body } = await t.call.get(`/sessions/${session.id}/stats?breakEvenThreshold=1`).expect(200);
    const { equityCurve: _, plPctDistribution: __, idealRAnalysis: ___, ...figures } = body.stats;
    expect(groups).toEqual([
      {
        key: 'long',
        tradeCount: 8,
        share: 1,
        figures,
        winrateInterval: { low: 0.21521606, high: 0.78478394 },
      },
    ]);
  });

  it.each([
    [
      'outcome',
      [
        ['win', 4],
        ['loss', 3],
        ['break-even', 1],
      ],
    ],
    [
      'hour',
      [
        ['0', 3],
        ['6', 3],
        ['12', 2],
      ],
    ],
    [
      'weekday',
      [
        ['1', 2],
        ['2', 2],
        ['3', 1],
        ['4', 2],
        ['5', 1],
      ],
    ],
    ['month', [['2024-01', 8]]],
    [
      'duration',
      [
        ['4h-1d', 3],
        ['1d-1w', 5],
      ],
    ],
    ['symbol', [['BTCUSDT', 8]]],
    ['tag', [[null, 8]]],
  ])('groups the worked example by %s', async (by, expected) => {
    // prettier-ignore
    expect(countsOf(await breakdownOf(await anExampleSession(t.call), by, 1))).toEqual(expected);
  });

  it('returns all 24 hours and all 7 weekdays, including hours without trades', async () => {
    const session = await anExampleSession(t.call);
    const { groups } = await breakdownOf(session, 'hour');
    expect(groups.map(({ key }: Group) => key)).toEqual(Array.from({ length: 24 }, (_, hour) => `${hour}`));
    expect(groups[1]).toMatchObject({ tradeCount: 0, share: 0, winrateInterval: null });
    expect(groups[1].figures).toMatchObject({ tradeCount: 0, plNet: 0, winrate: null });
    expect((await breakdownOf(session, 'weekday')).groups).toHaveLength(7);
  });

  it("uses hours and months of the account's time zone", async () => {
    const at = (entry: string, exit = entry) =>
      aTrade({ entryTime: Date.parse(entry), exitTime: Date.parse(exit) });
    const session = await aSessionWith(
      t.call,
      [
        at('2024-03-10T06:59:00Z'),
        at('2024-03-10T07:00:00Z', '2024-04-01T03:59:59Z'),
        at('2024-11-03T05:30:00Z'),
        at('2024-11-03T06:30:00Z'),
      ],
      { accountTimezone: 'America/New_York' },
    );
    expect(countsOf(await breakdownOf(session, 'hour'))).toEqual([['1', 3], ['3', 1]]); // prettier-ignore
    expect(countsOf(await breakdownOf(session, 'month'))).toEqual([['2024-03', 2], ['2024-11', 2]]); // prettier-ignore
  });

  it('groups by the symbols of the trades', async () => {
    const assets = [{ symbol: 'ETHUSDT' }, { symbol: 'BTCUSDT' }, { symbol: 'XRPUSDT' }];
    const trades = ['ETHUSDT', 'BTCUSDT', 'ETHUSDT'].map((symbol) => aTrade({ symbol }));
    const session = await aSessionWith(t.call, trades, { assets });
    expect(countsOf(await breakdownOf(session, 'symbol'))).toEqual([['BTCUSDT', 1], ['ETHUSDT', 2]]); // prettier-ignore
  });

  it('counts a trade in the group of each of its tags, and reflects edits of tags', async () => {
    const session = await aSession(t.call);
    const { trades } = await ingest(t.call, session, [
      aTrade({ tags: ['news', 'a "b"'] }),
      aTrade({ tags: ['news'] }),
      aTrade(),
    ]);
    const ask = () => t.call.get(pathOf(session, '?by=tag'));
    const { body, headers } = await ask().expect(200);
    expect(countsOf(body)).toEqual([['a "b"', 1], ['news', 2], [null, 1]]); // prettier-ignore
    const bySide = await t.call.get(pathOf(session, '?by=side')).expect(200);
    await t.call.patch(`/sessions/${session.id}/trades/${trades[2]!.id}`, { tags: ['late'] }).expect(200);
    const edited = await ask().set('if-none-match', headers['etag']!).expect(200);
    expect(countsOf(edited.body)).toEqual([['a "b"', 1], ['late', 1], ['news', 2]]); // prettier-ignore
    // Edits of tags do not change the groups by side.
    await t.call.get(pathOf(session, '?by=side')).set('if-none-match', bySide.headers['etag']!).expect(304);
  });

  it('returns the 1,000 groups with the most trades', async () => {
    const session = await aSession(t.call);
    const tags = Array.from({ length: 1_000 }, (_, i) => `tag ${String(i).padStart(4, '0')}`);
    await ingest(t.call, session, tags.slice(0, 50).map((_, i) => aTrade({ tags: tags.slice(20 * i, 20 * i + 20) }))); // prettier-ignore
    const whole = await breakdownOf(session, 'tag');
    expect([whole.groups.length, whole.omittedGroups]).toEqual([1_000, 0]);
    await ingest(t.call, session, [aTrade({ tags: ['zebra'] }), aTrade({ tags: ['zebra'] })]);
    const cut = await breakdownOf(session, 'tag');
    expect([cut.groups.length, cut.omittedGroups]).toEqual([1_000, 1]);
    const keys = cut.groups.map(({ key }: Group) => key);
    expect(keys).toEqual([...tags.slice(0, 999), 'zebra']);
  });

  it('counts each tag once, even if a large session is read in parts', async () => {
    const session = await aSession(t.call);
    const tags = [
      ...Array.from({ length: 1_010 }, (_, i) => `tag ${String(i).padStart(4, '0')}`),
      '～',
      '😀',
    ];
    await ingest(t.call, session, Array.from({ length: 51 }, (_, i) => aTrade({ tags: tags.slice(20 * i, 20 * i + 20) }))); // prettier-ignore
    await ingest(t.call, session, [aTrade({ tags: ['～', 'tag 1009'] }), aTrade({ tags: ['😀', '～'] })]);
    const whole = await breakdownOf(session, 'tag');
    await stateCount(t, session, 100_001);
    const inParts = await breakdownOf(session, 'tag', 0.5);
    expect(countsOf(inParts)).toEqual(countsOf(whole));
    expect(inParts.omittedGroups).toBe(12);
    expect(countsOf(inParts).slice(-3)).toEqual([['tag 1009', 2], ['😀', 2], ['～', 3]]); // prettier-ignore
  });

  it('returns no groups if there are no trades', async () => {
    const session = await aSession(t.call);
    for (const by of BREAKDOWNS)
      expect(await breakdownOf(session, by)).toMatchObject({ by, groups: [], reason: 'no-trades' });
  });

  it.each(['', '?by=', '?by=week', '?by=side&by=tag'])('refuses the query %j', async (query) => {
    const response = await t.call.get(pathOf(await aSession(t.call), query));
    expectProblem(response, 'VALIDATION_FAILED', ['by']);
  });

  it('returns the groups of a large session', async () => {
    const session = await aSession(t.call);
    for (let sent = 0; sent < 2_500; sent += 500)
      await ingest(t.call, session, Array.from({ length: 500 }, (_, i) => aTrade({ plNet: ((sent + i) % 3) - 1, entryTime: T + (sent + i), exitTime: T + DAY + sent + i }))); // prettier-ignore
    expect(countsOf(await breakdownOf(session, 'outcome'))).toEqual([['win', 833], ['loss', 834], ['break-even', 833]]); // prettier-ignore
  });
});
