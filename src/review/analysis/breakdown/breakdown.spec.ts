import fc from 'fast-check';
import { EXAMPLE_SETTINGS, WORKED_EXAMPLE } from '../../../../test/support/worked-example.js';
import { calculateFigures } from '../../../shared/figures/calculator/calculate-statistics.js';
import { tradesAtPlaces } from '../../../shared/figures/calculator/trade-columns.js';
import { BREAKDOWNS, type BreakdownBy, breakdown } from './breakdown.js';
import type { GroupedTrades } from './group-trades.js';
import { taggedTrades } from './tagged-trades.js';
import { propertyRuns } from '../../../../test/support/property-runs.js';

const SETTINGS = { ...EXAMPLE_SETTINGS, timezone: 'UTC', symbols: ['BTCUSDT', 'ETHUSDT', 'BTCUSDT'] };
const EXAMPLE = { ...WORKED_EXAMPLE, tags: null };

const of = (by: BreakdownBy, fields: Partial<GroupedTrades> = {}, settings: Partial<typeof SETTINGS> = {}) =>
  breakdown({ ...EXAMPLE, ...fields }, by, { ...SETTINGS, ...settings });

/** Returns the key and the number of trades of each group that has trades. */
const counts = (...given: Parameters<typeof of>) =>
  of(...given)
    .groups.filter(({ tradeCount }) => tradeCount > 0)
    .map(({ key, tradeCount }) => [key, tradeCount]);

/**
 * Returns trades with the given tags, one list of tags per trade. `largest` lists the tags that the database counted.
 */
function tagged(tags: readonly (readonly string[])[], largest = [...new Set(tags.flat())]) {
  const trades = (name: string) => tags.filter((ofTrade) => ofTrade.includes(name)).length;
  const others = new Set(tags.flat()).size - largest.length;
  const counted = largest.map((name) => ({ name, trades: trades(name) }));
  return taggedTrades(tags.length, (trade) => tags[trade]!, { largest: counted, others });
}

const times = (...instants: readonly string[]) => Float64Array.from(instants, Date.parse);

describe('a breakdown', () => {
  it('groups by outcome', () => {
    const { groups, ...rest } = of('outcome');
    expect(rest).toEqual({ by: 'outcome', timezone: 'UTC', omittedGroups: 0, reason: null });
    expect(groups.map(({ key, tradeCount, share }) => [key, tradeCount, share])).toEqual([
      ['win', 4, 4 / 8],
      ['loss', 3, 3 / 8],
      ['break-even', 1, 1 / 8],
    ]);
    const [wins, losses] = groups;
    expect(wins!.figures).toMatchObject({
      plNet: 180,
      avgWin: 45,
      plNetPct: 18,
      maxDrawdown: 0,
      maxWinStreak: 4,
    });
    expect(losses!.figures).toMatchObject({ plNet: -81, avgLoss: -27, maxDrawdown: 81 });
    expect(losses!.figures).not.toHaveProperty('equityCurve');
    expect(counts('outcome', {}, { breakEvenThreshold: 0 })).toEqual([['win', 4], ['loss', 4]]); // prettier-ignore
  });

  it('has a confidence interval for each winrate, for which break-evens are not wins', () => {
    // There are 4 wins among 8 trades.
    expect(of('side').groups).toMatchObject([
      { key: 'long', tradeCount: 8, share: 1, winrateInterval: { low: 0.21521606, high: 0.78478394 } },
    ]);
  });

  it('groups by side', () => {
    const direction = Float64Array.of(-1, 1, 1, 1, 1, 1, -1, 1);
    expect(counts('side', { direction })).toEqual([['long', 6], ['short', 2]]); // prettier-ignore
    expect(counts('side', { direction: direction.map(() => -1) })).toEqual([['short', 8]]);
  });

  it('shows only the largest groups, in their usual order, if there are too many groups', () => {
    const names = Array.from({ length: 1_500 }, (_, i) => `tag ${10_000 + i}`);
    const tags = Array.from({ length: 8 }, (_, i) => names.slice(200 * i, 200 * (i + 1)));
    const all = of('tag', { tags: tagged(tags) });
    expect([all.groups.length, all.omittedGroups]).toEqual([1_000, 500]);
    expect(all.groups.map(({ key }) => key)).toEqual(names.slice(0, 1_000));
    const twice = of('tag', { tags: tagged(tags.with(6, [...tags[6]!, names[1_499]!])) });
    expect(twice.groups.map(({ key }) => key)).toEqual([...names.slice(0, 999), names[1_499]]);
    expect(twice.groups.at(-1)!.figures).toMatchObject({ tradeCount: 2 });
  });

  it('prefers the tags with the most trades, and sorts tags with equally many trades by name', () => {
    const random = fc.integer({ min: 0, max: 3_000 }).map((n) => `t${n}`);
    const ofTrades = fc.array(fc.uniqueArray(random, { maxLength: 400 }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(ofTrades, (tags) => {
        const sizes = new Map<string, number>();
        for (const tag of tags.flat()) sizes.set(tag, (sizes.get(tag) ?? 0) + 1);
        const untagged = tags.filter(({ length }) => length === 0).length;
        const all: (readonly [string | null, number])[] = [...sizes].toSorted(([a], [b]) => (a < b ? -1 : 1));
        if (untagged > 0) all.push([null, untagged]);
        const shown = new Set(all.toSorted(([, a], [, b]) => b - a).slice(0, 1_000));
        const { groups, omittedGroups } = of('tag', { tags: tagged(tags) });
        expect(groups.map(({ key, tradeCount }) => [key, tradeCount])).toEqual(
          all.filter((one) => shown.has(one)),
        );
        expect(omittedGroups).toBe(all.length - shown.size);
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  it('groups by symbol, with the trades of all feeds of a symbol in one group', () => {
    const asset = Float64Array.of(1, 0, 2, 2, 1, 0, 0, 0);
    expect(counts('symbol', { asset })).toEqual([['BTCUSDT', 6], ['ETHUSDT', 2]]); // prettier-ignore
    expect(counts('symbol', { asset }, { symbols: ['Z', 'M', 'A'] })).toEqual([['A', 2], ['M', 2], ['Z', 4]]); // prettier-ignore
  });

  it('groups by tag, with each trade in the groups of all its tags', () => {
    const lists = [['b', 'a'], [], ['a'], [], ['10', 'b'], ['a'], [], []];
    const tags = tagged(lists);
    expect(counts('tag', { tags })).toEqual([['10', 1], ['a', 3], ['b', 2], [null, 4]]); // prettier-ignore
    // The trades 1, 3 and 6 add up to −40 + 60 − 16 = 4.
    expect(of('tag', { tags }).groups[1]).toMatchObject({ share: 3 / 8, figures: { plNet: 4, winCount: 1 } });
    expect(counts('tag', { tags: tagged(lists.map(() => ['x'])) })).toEqual([['x', 8]]);
    expect(() => of('tag')).toThrow(TypeError);
  });

  it('groups only by the tags with the most trades if there are too many tags', () => {
    const lists = [['b', 'a'], [], ['a'], [], ['10', 'b'], ['a'], ['10'], []];
    const tags = tagged(lists, ['b', 'a']);
    // The only tag of the seventh trade is not shown, so this trade is in the group whose key is null.
    expect(counts('tag', { tags })).toEqual([['a', 3], ['b', 2], [null, 3]]); // prettier-ignore
    expect(of('tag', { tags }).omittedGroups).toBe(1);
  });

  it('groups by hour and weekday of the entry, including empty groups', () => {
    expect(counts('hour')).toEqual([['0', 3], ['6', 3], ['12', 2]]); // prettier-ignore
    expect(of('hour').groups.map(({ key }) => key)).toEqual(
      Array.from({ length: 24 }, (_, hour) => `${hour}`),
    );
    // 2024-01-01 was a Monday.
    expect(of('weekday').groups.map(({ key, tradeCount }) => [key, tradeCount])).toEqual([
      ['1', 2],
      ['2', 2],
      ['3', 1],
      ['4', 2],
      ['5', 1],
      ['6', 0],
      ['7', 0],
    ]);
    expect(of('weekday').groups[6]).toMatchObject({
      share: 0,
      figures: { tradeCount: 0, winrate: null, plNet: 0 },
      winrateInterval: null,
    });
  });

  it('groups by the local time of the time zone', () => {
    const spring = times('2024-03-10T06:59Z', '2024-03-10T07:00Z');
    const autumn = times('2024-11-03T05:30Z', '2024-11-03T06:30Z');
    const newYork = { timezone: 'America/New_York' };
    expect(counts('hour', { count: 2, entryTime: spring }, newYork)).toEqual([['1', 1], ['3', 1]]); // prettier-ignore
    expect(counts('hour', { count: 2, entryTime: autumn }, newYork)).toEqual([['1', 2]]);
    expect(counts('weekday', { count: 1, entryTime: times('2024-03-11T03:59Z') }, newYork)).toEqual([
      ['7', 1],
    ]);
    expect(counts('month', { count: 1, exitTime: times('2024-04-01T03:59:59Z') }, newYork)).toEqual([
      ['2024-03', 1],
    ]);
  });

  it('groups by month of the exit, and omits months without an exit', () => {
    const exitTime = times('2023-11-30T23:59:59Z', '2024-02-01T00:00Z', '2024-02-29T12:00Z');
    expect(counts('month', { count: 3, exitTime })).toEqual([['2023-11', 1], ['2024-02', 2]]); // prettier-ignore
    // In 2009 the clocks of St. John's were set back from 00:01 on 1 November to 23:01 on 31 October.
    const back = times('2009-11-01T02:30:30Z', '2009-11-01T02:31:00Z');
    expect(counts('month', { count: 2, exitTime: back }, { timezone: 'America/St_Johns' })).toEqual([
      ['2009-10', 1],
      ['2009-11', 1],
    ]);
  });

  it('groups by duration, with buckets that include their lower edge', () => {
    const minutes = [0, 1, 5, 15, 60, 240, 1440, 10_080];
    const entryTime = WORKED_EXAMPLE.exitTime.map((exit, i) => exit - minutes[i]! * 60_000);
    const below = WORKED_EXAMPLE.exitTime.map((exit, i) => exit - Math.max(0, minutes[i]! * 60_000 - 1));
    const keys = ['<1m', '1m-5m', '5m-15m', '15m-1h', '1h-4h', '4h-1d', '1d-1w', '>=1w'];
    expect(counts('duration', { entryTime })).toEqual(keys.map((key) => [key, 1]));
    expect(counts('duration', { entryTime: below })).toEqual([
      ['<1m', 2],
      ...keys.slice(1, 7).map((key) => [key, 1]),
    ]);
    expect(counts('duration')).toEqual([['4h-1d', 3], ['1d-1w', 5]]); // prettier-ignore
  });

  it('has no groups if there are no trades', () => {
    for (const by of BREAKDOWNS) {
      expect(of(by, { count: 0, tags: tagged([]) })).toEqual({
        by,
        timezone: 'UTC',
        groups: [],
        omittedGroups: 0,
        reason: 'no-trades',
      });
    }
  });

  it('puts each trade into one group, and computes the figures of each group in trade order', () => {
    const one = fc.record({
      days: fc.nat(400),
      held: fc.nat(1_000_000_000),
      asset: fc.nat(2),
      direction: fc.constantFrom(1, -1),
    });
    const single = fc.constantFrom<BreakdownBy>(
      'side',
      'symbol',
      'hour',
      'weekday',
      'month',
      'duration',
      'outcome',
    );
    fc.assert(
      fc.property(fc.array(one, { minLength: 8, maxLength: 8 }), single, (changes, by) => {
        const entryTime = WORKED_EXAMPLE.entryTime.map((time, i) => time + changes[i]!.days * 86_400_000);
        const exitTime = entryTime.map((time, i) => time + changes[i]!.held);
        const [asset, direction] = [
          Float64Array.from(changes, ({ asset }) => asset),
          Float64Array.from(changes, ({ direction }) => direction),
        ];
        const trades = { ...EXAMPLE, entryTime, exitTime, asset, direction };
        const { groups } = breakdown(trades, by, SETTINGS);
        expect(groups.reduce((sum, { tradeCount }) => sum + tradeCount, 0)).toBe(8);
        const alone = Array.from({ length: 8 }, (_, place) => keyOf(place, trades, by));
        for (const { key, figures } of groups) {
          const places = Uint32Array.from(alone.keys()).filter((place) => alone[place] === key);
          expect(figures).toEqual(calculateFigures(tradesAtPlaces(trades, places), SETTINGS));
        }
      }),
    );
  });

  /** Returns the key of the group to which a trade would belong if there were no other trades. */
  const keyOf = (place: number, trades: typeof EXAMPLE, by: BreakdownBy) => {
    const alone = {
      ...tradesAtPlaces(trades, Uint32Array.of(place)),
      asset: trades.asset.subarray(place),
      direction: trades.direction.subarray(place),
      tags: null,
    };
    return breakdown(alone, by, SETTINGS).groups.find(({ tradeCount }) => tradeCount === 1)!.key;
  };
});
