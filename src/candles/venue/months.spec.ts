import { endOfOlderMonths, parseMonths } from './months.js';
import type { VenueClient } from './venue-client.js';

const month = (year: number, number: number) => Date.UTC(year, number - 1);
const SERIES = { feed: 'venue-spot', symbol: 'A', interval: '1d' } as const;
const SPAN = { start: month(2019, 1), end: Date.UTC(2019, 11, 15) };
const aRow = (ts: unknown) => [ts, '1', '1', '1', '1', '1', 0, '1', 1, '1', '1', '0'];

describe('the months of a response', () => {
  it('are the open times of its rows within the span', () => {
    const [march, april] = [month(2019, 3), month(2019, 4)];
    expect(parseMonths([aRow(march), aRow(april), aRow(april)], SPAN)).toEqual([march, april, april]);
    expect(parseMonths([aRow(march), aRow(month(2020, 1))], SPAN)).toEqual([march]);
    expect(parseMonths([], SPAN)).toEqual([]);
  });

  it.each([
    ['is not a list', { rows: [] }],
    ['contains a row that is not a month', [aRow(month(2019, 3)), aRow(month(2019, 4) + 1)]],
    ['contains a time as text', [aRow(String(month(2019, 3)))]],
    ['contains a row without a time', [null]],
    ['is not in order', [aRow(month(2019, 4)), aRow(month(2019, 3))]],
    ['has no month of the span', [aRow(month(2018, 3))]],
  ])('are refused if the response %s', (_, answer) => {
    expect(() => parseMonths(answer, SPAN)).toThrow(
      expect.objectContaining({ kind: 'error', isTransient: true }),
    );
  });
});

describe('the end of older months', () => {
  /** A venue with these months, which sends at most two of them per response. */
  function aVenue(months: readonly number[], monthsMs = Infinity) {
    const asked: number[] = [];
    const venue = {
      monthsMs: () => monthsMs,
      months: (_: unknown, { start, end }: { start: number; end: number }) => {
        asked.push(start);
        return Promise.resolve(months.filter((ts) => ts >= start && ts < end).slice(0, 2));
      },
    };
    return { asked, venue: venue as unknown as VenueClient };
  }
  const limits = () => ({ deadline: 0, requestsLeft: 9 });

  it('is the end of the newest month, although responses are cut short', async () => {
    const { venue } = aVenue([1, 2, 3, 4, 5].map((number) => month(2019, number)));
    expect(await endOfOlderMonths(venue, SERIES, month(2021, 1), limits())).toBe(month(2019, 6));
  });

  it('is not after the end of the search', async () => {
    const before = Date.UTC(2019, 2, 10);
    const { venue } = aVenue([2, 3].map((number) => month(2019, number)));
    expect(await endOfOlderMonths(venue, SERIES, before, limits())).toBe(before);
  });

  it('is 0 if the venue has no months in any page', async () => {
    const { venue, asked } = aVenue([], month(1990, 1));
    expect(await endOfOlderMonths(venue, SERIES, month(2021, 1), limits())).toBe(0);
    expect(asked).toEqual([0, month(1990, 1), month(2010, 1)]);
  });

  it('is not searched any further if the read has no request left', async () => {
    const { venue } = aVenue([]);
    const search = endOfOlderMonths(venue, SERIES, SPAN.end, { deadline: 0, requestsLeft: 0 });
    await expect(search).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
