import { CandlesService } from '../src/candles/candles.service.js';
import { FEEDS } from '../src/shared/market/feeds.js';
import { INTERVALS, type Interval, floorToInterval } from '../src/shared/market/intervals.js';
import { type AskedAsOf, type Forming, asOfPathOf, barOfMinutes } from './support/as-of.js';
import { DAY, HOUR, MINUTE } from './support/factories.js';
import { type LiveApp, PRESENT, ownSymbol, startLiveApp, truth } from './support/live-app.js';
import { expectProblem } from './support/problems.js';

/** Candles as of an instant in live mode, in which missing bars and minutes are loaded first. */

let t: LiveApp;
beforeAll(async () => {
  t = await startLiveApp();
});
afterAll(() => t.close());
beforeEach(() => {
  t.venue.clearScenarios();
  t.venue.setClock(floorToInterval(t.venue.now(), '1m') + 10 * MINUTE + 30_000);
});

const get = (asked: AskedAsOf) => t.call.get(asOfPathOf(asked));

/** Returns a response, and the number of venue requests that it took. */
async function costOf(asked: AskedAsOf) {
  const before = t.venue.requests.length;
  const { body } = await get(asked).expect(200);
  return { ...body, requests: t.venue.requests.length - before };
}

/** Returns the forming bar that the minutes of the venue make. */
function formingOf({ symbol, feed = 'venue-spot', at }: AskedAsOf, interval: Interval): Forming {
  const ts = floorToInterval(at, interval);
  if (interval === '1m') return null;
  return barOfMinutes(ts, t.venue.expectedCandles(feed, symbol, '1m', ts, floorToInterval(at, '1m')));
}

/** Returns the series of a response that the venue's history makes. */
const seriesOf = (asked: AskedAsOf & { count: number }, source: string) =>
  (asked.intervals ?? INTERVALS).map((interval) => ({
    interval,
    source,
    candles: truth(t.venue, { ...asked, interval, before: floorToInterval(asked.at, interval) }),
    forming: formingOf(asked, interval),
  }));

describe('candles as of an instant in live mode', () => {
  it.each(FEEDS)('are loaded from the venue, and then read from the store: %s', async (feed) => {
    const at = Date.UTC(2025, 4, 20, 15, 17, 42);
    const asked = { symbol: ownSymbol(t.venue), feed, at, count: 3 };
    const { requests, ...cold } = await costOf(asked);
    expect(cold.series).toEqual(seriesOf(asked, 'venue'));
    expect(requests).toBeLessThanOrEqual(6 + 2);
    const warm = await costOf(asked);
    expect({ series: warm.series, requests: warm.requests }).toEqual({
      series: seriesOf(asked, 'cache'),
      requests: 0,
    });
  });

  it('have the source "mixed" if the minutes of the forming bar are loaded, or a part of them', async () => {
    const at = Date.UTC(2025, 4, 20, 15, 17);
    const asked = { symbol: ownSymbol(t.venue), at, count: 3, intervals: ['1h'] } as const;
    await t.call.get(`/candles?symbol=${asked.symbol}&interval=1h&count=3&before=${at - HOUR}`).expect(200);
    expect((await costOf(asked)).series).toEqual(seriesOf(asked, 'mixed'));
    const later = { ...asked, at: at + 3 * MINUTE };
    const { series, requests } = await costOf(later);
    expect({ series, requests }).toEqual({ series: seriesOf(later, 'mixed'), requests: 1 });
  });

  it('reach up to the last minute that has closed, and go on when the next one closes', async () => {
    const symbol = ownSymbol(t.venue);
    for (let i = 0; i < 7; i += 1) {
      const asked = { symbol, at: t.venue.now(), count: 2 };
      const { series } = await costOf(asked);
      const sources = series.map(({ source }: { source: string }) => source);
      expect(series).toEqual(seriesOf(asked, '').map((one, place) => ({ ...one, source: sources[place] })));
      t.venue.advanceClock(MINUTE);
    }
  });

  it('are made of stored minutes alone, and without a request, if all of them are stored', async () => {
    const symbol = ownSymbol(t.venue);
    const candles = t.app.get(CandlesService);
    const start = Date.UTC(2025, 3, 1);
    const series = { symbol, feed: 'venue-spot', interval: '1m' } as const;
    await candles.load(series, [{ start, end: start + 9 * DAY }], HOUR);
    const asked = { symbol, at: start + 8 * DAY + 13 * HOUR + 3 * MINUTE + 1, count: 8 };
    const { series: found, requests } = await costOf(asked);
    expect({ found, requests }).toEqual({ found: seriesOf(asked, 'cache'), requests: 0 });
  });

  it('have no forming bar while the venue has not published its newest minutes', async () => {
    const symbol = ownSymbol(t.venue);
    const at = floorToInterval(t.venue.now(), '1h') + 21 * MINUTE;
    t.venue.setClock(at + 30_000);
    t.venue.play({ kind: 'gap', symbol, from: at - MINUTE, to: at });
    const [hours] = (await costOf({ symbol, at, count: 1, intervals: ['1h'] })).series;
    expect(hours.forming).toBeNull();
  });

  it.each(['not-json', 'internal-error'] as const)('are refused if the venue fails: %s', async (kind) => {
    const symbol = ownSymbol(t.venue);
    const at = PRESENT - 13 * MINUTE;
    const asked = { symbol, at, count: 2, intervals: ['1h'] } as const;
    await t.call.get(`/candles?symbol=${symbol}&interval=1h&count=2&before=${at - HOUR}`).expect(200);
    t.venue.play({ kind });
    // Only the minutes of the forming bar are missing.
    expectProblem(await get(asked), kind === 'not-json' ? 'VENUE_ERROR' : 'VENUE_UNAVAILABLE');
  });

  it('are refused for an unknown symbol, and returned from the store for a symbol that the venue has removed', async () => {
    const symbol = ownSymbol(t.venue);
    const asked = { symbol, at: Date.UTC(2025, 4, 20, 15, 17), count: 3 };
    await costOf(asked);
    const [stored] = seriesOf({ ...asked, intervals: ['1h'] }, 'cache');
    t.venue.play({ kind: 'unknown-symbol', symbol });
    const { series } = await costOf({ ...asked, at: asked.at + 4 * MINUTE });
    expect(series[3]).toEqual({ ...stored, forming: null });
    const unknown = ownSymbol(t.venue);
    t.venue.play({ kind: 'unknown-symbol', symbol: unknown });
    expectProblem(await get({ ...asked, symbol: unknown }), 'SYMBOL_NOT_FOUND');
  });

  it('are refused if the instant is later than now', async () => {
    const symbol = ownSymbol(t.venue);
    expectProblem(await get({ symbol, at: t.venue.now() + 1 }), 'VALIDATION_FAILED', ['at']);
    await get({ symbol, at: t.venue.now(), count: 1, intervals: ['1h'] }).expect(200);
  });
});
