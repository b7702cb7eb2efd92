import { jest } from '@jest/globals';
import { Environment } from '../../platform/config/environment.js';
import { Clock } from './clock.js';
import { FEED_APIS } from './feed-api.js';
import { VenueClient } from './venue-client.js';

const SPAN = { start: 0, end: 60_000 };

/**
 * Starts a venue that refuses this region and asks its clients to pause. Returns a function that counts the received
 * requests.
 */
function refusingVenue(): () => number {
  const fetched = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response('{}', { status: 451 })));
  return () => fetched.mock.calls.length;
}

/** Requests a page of each feed, one after the other. */
async function requestBothFeeds(client: VenueClient): Promise<void> {
  for (const feed of ['venue-spot', 'venue-usdm-current-quarter'] as const) {
    const page = client.page({ feed, symbol: 'A', interval: '1m' }, SPAN, Date.now() + 1_000, true);
    await expect(page).rejects.toMatchObject({ kind: 'region-blocked' });
  }
}

describe('VenueClient', () => {
  afterEach(() => jest.restoreAllMocks());

  it('tracks the state of each host separately', async () => {
    const requests = refusingVenue();
    const client = new VenueClient(new Environment(), new Clock());
    await requestBothFeeds(client);
    expect(requests()).toBe(2);
    expect(client.state().hosts.map(({ usedWeight }) => usedWeight)).toEqual([2, 2]);
  });

  it('shares the pause and the weight of a host among its feeds', async () => {
    const futures = FEED_APIS['venue-usdm-current-quarter'];
    jest.replaceProperty(FEED_APIS, 'venue-usdm-current-quarter', { ...futures, host: 'VENUE_SPOT_URL' });
    const requests = refusingVenue();
    const client = new VenueClient(new Environment(), new Clock());
    await requestBothFeeds(client);
    expect(requests()).toBe(1);
    expect(client.state().hosts).toEqual([
      { feed: 'venue-spot', usedWeight: 2, breakerOpen: false, pausedSeconds: expect.closeTo(60, -1) },
      {
        feed: 'venue-usdm-current-quarter',
        usedWeight: 2,
        breakerOpen: false,
        pausedSeconds: expect.closeTo(60, -1),
      },
    ]);
  });
});
