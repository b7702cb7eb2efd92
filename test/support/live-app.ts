import { randomBytes } from 'node:crypto';
import { Clock } from '../../src/candles/venue/clock.js';
import { type VenueDouble, startVenueDouble } from '../../src/venue-double/venue-double.js';
import { TestApp, startTestApp } from './app.js';

export interface LiveApp extends TestApp {
  readonly venue: VenueDouble;
}

/** A moment in a quiet minute: 30 s after the last bar closed. */
export const PRESENT = Date.UTC(2025, 5, 4, 12, 0, 30);

/** The service in live mode on a venue double whose clock is also the service's: waiting advances it. */
export async function startLiveApp(settings: Readonly<Record<string, string>> = {}): Promise<LiveApp> {
  const venue = await startVenueDouble({ now: PRESENT });
  const t = await startTestApp({
    VENUE_MODE: 'live',
    VENUE_SPOT_URL: venue.spotUrl,
    VENUE_USDM_URL: venue.usdmUrl,
    ...settings,
  });
  Object.assign(t.app.get(Clock), {
    now: () => venue.now(),
    sleep: (ms: number) => {
      venue.advanceClock(ms);
      return Promise.resolve();
    },
  } satisfies Pick<Clock, 'now' | 'sleep'>);
  return {
    ...t,
    venue,
    close: async () => {
      await t.close();
      await venue.close();
    },
  };
}

/** A symbol that no other test has; the venue lists it for the test. */
export function ownSymbol(venue: VenueDouble, listedAt = Date.UTC(2019, 0, 1)): string {
  const symbol = `T${randomBytes(5).toString('hex').toUpperCase()}`;
  venue.play({ kind: 'listing', symbol, listedAt });
  return symbol;
}
