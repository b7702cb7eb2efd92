import { randomBytes } from 'node:crypto';
import type { Candle } from '../../src/candles/store/bar-columns.js';
import { type Interval, ceilToInterval, intervalMs } from '../../src/shared/market/intervals.js';
import { Clock } from '../../src/candles/venue/clock.js';
import type { DatabaseAddress } from '../../src/platform/database/connection/pool-settings.js';
import { type VenueDouble, startVenueDouble } from '../../venue-double/venue-double.js';
import { TestApp, startTestApp } from './app.js';
import type { Feed } from '../../src/shared/market/feeds.js';

export interface LiveApp extends TestApp {
  readonly venue: VenueDouble;
}

/** The present of the venue, which is 30 s after the last bar has closed. */
export const PRESENT = Date.UTC(2025, 5, 4, 12, 0, 30);

/**
 * Starts the service in live mode on a venue double. The service uses the clock of the double, and waiting advances
 * this clock.
 */
export async function startLiveApp(
  settings: Readonly<Record<string, string>> = {},
  address?: DatabaseAddress,
): Promise<LiveApp> {
  const venue = await startVenueDouble({ now: PRESENT });
  const t = await startAppOn(venue, settings, address);
  return {
    ...t,
    venue,
    close: async () => {
      await t.close();
      await venue.close();
    },
  };
}

/** Starts another instance of the service on the same venue and database. */
export async function startAppOn(
  venue: VenueDouble,
  settings: Readonly<Record<string, string>> = {},
  address?: DatabaseAddress,
): Promise<TestApp> {
  const venueSettings = {
    VENUE_MODE: 'live',
    VENUE_SPOT_URL: venue.spotUrl,
    VENUE_USDM_URL: venue.usdmUrl,
  };
  const t = await startTestApp({ ...venueSettings, ...settings }, address);
  setClock(t, venue);
  return t;
}

/** An hour, which is far longer than any load takes, even on a slow and busy machine. */
const HOUR_MS = 3_600_000;

/**
 * Makes the clock of all instances run `aheadMs` ahead of the clock of the venue, and lets the instances wait for the
 * venue without a limit.
 */
export function setClock(t: TestApp, venue: VenueDouble, aheadMs = 0): void {
  const clock = {
    now: () => venue.now() + aheadMs,
    sleep: (ms: number) => {
      venue.advanceClock(ms);
      return Promise.resolve();
    },
    patienceMs: () => HOUR_MS,
  } satisfies Pick<Clock, 'now' | 'sleep' | 'patienceMs'>;
  for (const instance of t.instances) Object.assign(instance.get(Clock), clock);
}

/** Restores the time limits of requests to the venue, for tests that check these limits. */
export function impatient<App extends TestApp>(t: App): App {
  const patienceMs = (limitMs: number) => limitMs;
  for (const instance of t.instances) Object.assign(instance.get(Clock), { patienceMs });
  return t;
}

/** Lists a symbol at the venue that no other test uses. */
export function ownSymbol(venue: VenueDouble, listedAt = Date.UTC(2019, 0, 1)): string {
  const symbol = `T${randomBytes(5).toString('hex').toUpperCase()}`;
  venue.play({ kind: 'listing', symbol, listedAt });
  return symbol;
}

export interface Asked {
  readonly symbol: string;
  readonly feed?: Feed;
  readonly interval?: Interval;
  readonly count?: number;
  readonly before?: number;
}

export const pathOf = (asked: Asked): string =>
  `/candles?${Object.entries({ interval: '1m', ...asked })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;

/** Returns the bars that the venue has for a request, limited to a number of bars before the end. */
export function truth(
  venue: VenueDouble,
  { symbol, feed = 'venue-spot', interval = '1m', count = 500, before = venue.now() }: Asked,
  withinBars = count,
): Candle[] {
  const end = Math.min(ceilToInterval(before, interval), venue.now());
  const from = Math.max(0, end - (withinBars + 3) * intervalMs(interval));
  return venue.expectedCandles(feed, symbol, interval, from, end).slice(-count);
}
