import { type VenueDouble, startVenueDouble } from '../../venue-double/venue-double.js';
import {
  type Settings,
  aDataDirectory,
  aDatabase,
  cleanUp,
  hasServer,
  query,
  run,
  runToEnd,
  until,
} from '../support/service-process.js';
import type { Feed } from '../../src/shared/market/feeds.js';

const MINUTE = 60_000;
const FROM = Date.UTC(2023, 2, 1);
const DAY = 1440 * MINUTE;

let venue: VenueDouble;
let settings: Settings;
let url: string;
const withVenue = async () => {
  venue = await startVenueDouble();
  const directory = hasServer ? '' : await aDataDirectory();
  url = hasServer ? await aDatabase() : `postgres://postgres@/postgres?host=${directory}`;
  settings = {
    ...(hasServer ? { DATABASE_URL: url } : { DATA_DIR: directory }),
    VENUE_MODE: 'live',
    VENUE_SPOT_URL: venue.spotUrl,
    VENUE_USDM_URL: venue.usdmUrl,
  };
};
afterAll(cleanUp);

const spanArgs = (feed: Feed, days: number): string[] =>
  `fetch --feed ${feed} --symbol btcusdt --interval 1m --from 2023-03-01 --to ${FROM + days * DAY}`.split(
    ' ',
  );

/** Lists the stored spans with the command, because this test has no other client of the embedded database. */
const listed = async (): Promise<string> => (await runToEnd('cli/candles.js', ['list'], settings)).output;

describe('npm run candles -- fetch', () => {
  beforeEach(withVenue);
  afterEach(async () => {
    await venue.close();
    await cleanUp();
  });

  it.each<Feed>(['venue-spot', 'venue-usdm-current-quarter'])(
    'fetches the missing bars of %s, and requests each bar only once',
    async (feed) => {
      const first = await runToEnd('cli/candles.js', spanArgs(feed, 2), settings);
      expect(first.output).toContain('2880 bars to fetch');
      expect(first.output).toContain('BTCUSDT 1m is complete from 2023-03-01 00:00 to 2023-03-03 00:00.');
      expect(first.code).toBe(0);
      expect(await listed()).toMatch(
        new RegExp(`${feed} +BTCUSDT +1m +2023-03-01 00:00  2023-03-03 00:00  stored +2880 +0 +0`),
      );
      if (hasServer) {
        const bars = await query<{ ts: string; close: number }>(
          url,
          'SELECT ts, close FROM bars ORDER BY ts',
        );
        expect(bars.map(({ ts, close }) => [Number(ts), close])).toEqual(
          venue
            .expectedCandles(feed, 'BTCUSDT', '1m', FROM, FROM + 2 * DAY)
            .map(({ ts, close }) => [ts, close]),
        );
      }

      const asked = venue.requests.length;
      const again = await runToEnd('cli/candles.js', spanArgs(feed, 2), settings);
      expect(again).toMatchObject({ code: 0, output: expect.stringContaining('0 bars to fetch') });
      const more = await runToEnd('cli/candles.js', spanArgs(feed, 3), settings);
      expect(more).toMatchObject({ code: 0, output: expect.stringContaining('1440 bars to fetch') });
      const later = venue.requests.slice(asked).filter(({ path }) => /klines/i.test(path));
      expect(later.length).toBeGreaterThan(0);
      for (const { query: sent } of later)
        expect(Number(sent['startTime'])).toBeGreaterThanOrEqual(FROM + 2 * DAY);
    },
  );

  it('keeps the fetched bars if the command is interrupted, and continues after these bars', async () => {
    venue.play({ kind: 'slow', latencyMs: 150 });
    const days = 30;
    const first = run('cli/candles.js', spanArgs('venue-spot', days), settings);
    await until(first, () => venue.requests.length > 6);
    const { code } = await first.kill('SIGINT');
    expect(code).toBe(130);
    const [, done = '', all = ''] =
      /(\d+) of (\d+) bars stored; run it again to continue\./.exec(first.output()) ?? [];
    expect(Number(all)).toBe(days * 1440);
    expect(Number(done)).toBeGreaterThan(0);
    expect(Number(done)).toBeLessThan(days * 1440);
    const left = Number(all) - Number(done);

    venue.reset();
    const second = await runToEnd('cli/candles.js', spanArgs('venue-spot', days), settings);
    expect(second).toMatchObject({ code: 0, output: expect.stringContaining(`${left} bars to fetch`) });
    expect(await listed()).toContain(` ${days * 1440} `);
  });

  it('reports why the command failed and how many bars are stored', async () => {
    venue.play({ kind: 'region-blocked' });
    const { code, output } = await runToEnd('cli/candles.js', spanArgs('venue-spot', 2), settings);
    expect(code).toBe(1);
    expect(output).toContain(
      'The venue does not serve the region that this service runs in; candles can be imported from files instead. (status 451',
    );
    expect(output).toContain('0 of 2880 bars stored; run it again to continue.');
    expect(output).not.toMatch(/\bat \S+ \(/);
    expect(await listed()).toContain('No candles are stored.');
  });

  it('refuses to run with VENUE_MODE=offline, without a request to the venue', async () => {
    const offline = { ...settings, VENUE_MODE: 'offline' };
    const { code, output } = await runToEnd('cli/candles.js', spanArgs('venue-spot', 1), offline);
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('VENUE_MODE is offline') });
    expect(venue.requests).toEqual([]);
  });

  it('begins at the listing date of a symbol, and does not fetch earlier bars again', async () => {
    venue.play({ kind: 'listing', symbol: 'BTCUSDT', listedAt: FROM + DAY });
    const { code } = await runToEnd('cli/candles.js', spanArgs('venue-spot', 2), settings);
    expect(code).toBe(0);
    expect(await listed()).toMatch(/2023-03-02 00:00 .* 1440 /);
    const again = await runToEnd('cli/candles.js', spanArgs('venue-spot', 2), settings);
    expect(again.output).toContain('0 bars to fetch');
  });
});

describe('npm run candles -- list', () => {
  beforeEach(withVenue);
  afterEach(async () => {
    await venue.close();
    await cleanUp();
  });

  it('shows each covered span, the gaps of the venue, and the ranges that were never loaded', async () => {
    const from = FROM + 5 * 60 * MINUTE;
    venue.play({ kind: 'gap', symbol: 'BTCUSDT', from, to: from + 3 * 60 * MINUTE });
    for (const [first, last] of [
      ['2023-03-01', '2023-03-02'],
      ['2023-04-01', '2023-04-02'],
    ]) {
      const args = `fetch --symbol BTCUSDT --interval 1h --from ${first} --to ${last}`.split(' ');
      expect((await runToEnd('cli/candles.js', args, settings)).code).toBe(0);
    }
    const lines = (await listed()).trim().split('\n');
    expect(lines.map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['feed', 'symbol', 'interval', 'from', 'to', 'state', 'bars', 'gaps', 'missing'],
      ['venue-spot', 'BTCUSDT', '1h', '2023-03-01 00:00', '2023-03-02 00:00', 'stored', '21', '1', '3'],
      ['venue-spot', 'BTCUSDT', '1h', '2023-03-02 00:00', '2023-04-01 00:00', 'not loaded', '0', '0', '720'],
      ['venue-spot', 'BTCUSDT', '1h', '2023-04-01 00:00', '2023-04-02 00:00', 'stored', '24', '0', '0'],
    ]);
  });
});

describe('npm run candles -- fetch with invalid arguments', () => {
  it.each([
    [['fetch', '--interval', '1m', '--from', '2023', '--to', '2024'], /--symbol/],
    [['fetch', '--symbol', 'A/B', '--interval', '1m', '--from', '2023', '--to', '2024'], /argument 'A\/B'/],
    [
      ['fetch', '--symbol', 'BTCUSDT', '--interval', '2m', '--from', '2023', '--to', '2024'],
      /Allowed choices/,
    ],
    [['fetch', '--symbol', 'BTCUSDT', '--interval', '1m', '--from', 'now', '--to', '2024'], /must be a date/],
    [['fetch', '--symbol', 'BTCUSDT', '--interval', '1m', '--from', '2024', '--to', '2023'], /before --to/],
    [
      ['fetch', '--symbol', 'BTCUSDT', '--feed', 'x', '--interval', '1m', '--from', '2023', '--to', '2024'],
      /Allowed choices/,
    ],
  ])('refuses %j with a message', async (args, why) => {
    const { code, output } = await runToEnd('cli/candles.js', args, { DATA_DIR: '/nowhere' });
    expect(code).toBe(1);
    expect(output).toMatch(why);
  });
});
