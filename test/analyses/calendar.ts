import { CALCULATION_VERSION } from '../../src/shared/figures/calculator/calculate-statistics.js';
import { TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { describeAnalysis } from '../support/analysis-routes.js';
import { anExampleSession } from '../support/example-session.js';
import { aSession } from '../support/factories.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

const calendarOf = async ({ id }: { readonly id: string }, query = '') =>
  (await t.call.get(`/sessions/${id}/analysis/calendar${query}`).expect(200)).body;

describeAnalysis(() => t, 'analysis/calendar');

describe('GET /sessions/{id}/analysis/calendar', () => {
  it('returns the results of the worked example', async () => {
    const calendar = await calendarOf(await anExampleSession(t.call), '?breakEvenThreshold=1');
    const day = (date: string, counts: number[], sums: number[], returnPct: number, equity: number) => {
      const [tradeCount, winCount, lossCount] = counts;
      const [plGross, feesPaid, plNet] = sums;
      return { date, tradeCount, winCount, lossCount, plGross, feesPaid, plNet, returnPct, equity };
    };
    expect(calendar).toEqual({
      calculationVersion: CALCULATION_VERSION,
      slice: null,
      timezone: 'UTC',
      days: [
        day('2024-01-01', [1, 0, 1], [-39, 1, -40], -4, 960),
        day('2024-01-02', [1, 1, 0], [31, 1, 30], 3.125, 990),
        day('2024-01-03', [2, 1, 0], [61.5, 2, 59.5], 6.01010101, 1049.5),
        day('2024-01-04', [1, 0, 1], [-24, 1, -25], -2.38208671, 1024.5),
        day('2024-01-05', [2, 1, 1], [66, 2, 64], 6.24694973, 1088.5),
        day('2024-01-06', [1, 1, 0], [11, 1, 10], 0.91869545, 1098.5),
      ],
      years: [{ year: '2024', tradeCount: 8, plNet: 98.5, returnPct: 9.85 }],
      months: [{ month: '2024-01', tradeCount: 8, plNet: 98.5, returnPct: 9.85 }],
      reason: null,
    });
  });

  it("uses days and months of the account's time zone", async () => {
    const accountTimezone = 'America/New_York';
    const { timezone, days } = await calendarOf(await anExampleSession(t.call, { accountTimezone }));
    expect(timezone).toBe(accountTimezone);
    const counts = days.map(({ date, tradeCount }: Record<string, unknown>) => [date, tradeCount]);
    expect(counts).toEqual([['2024-01-01', 1], ['2024-01-02', 3], ['2024-01-04', 2], ['2024-01-05', 2]]); // prettier-ignore
  });

  it("returns a different calendar after a change of the account's time zone", async () => {
    const { id } = await anExampleSession(t.call);
    const { headers } = await t.call.get(`/sessions/${id}/analysis/calendar`).expect(200);
    await t.call.patch(`/sessions/${id}`, { accountTimezone: 'Asia/Tokyo' }).expect(200);
    const changed = t.call.get(`/sessions/${id}/analysis/calendar`).set('if-none-match', headers['etag']!);
    expect((await changed.expect(200)).body.timezone).toBe('Asia/Tokyo');
  });

  it('is empty if there are no trades', async () => {
    const { days, months, reason } = await calendarOf(await aSession(t.call));
    expect([days, months, reason]).toEqual([[], [], 'no-trades']);
  });
});
