import { analysedTrades } from '../../../../test/support/analysed-trades.js';
import { countedTags } from './counted-tags.js';
import { filtersIn } from './slice-filters.js';
import { placesIn, sliceMask } from './slice-mask.js';
import type { Slice, SliceFilters } from './slice.js';

const MARKETS = [
  { symbol: 'BTCUSDT', feed: 'venue-spot' },
  { symbol: 'BTCUSDT', feed: 'venue-usdm-current-quarter' },
  { symbol: 'ETHUSDT', feed: 'venue-spot' },
];

const TIMES = [
  '2024-03-10T06:59:00Z', // Sunday, 01:59 in New York, before the clock is set forward
  '2024-03-10T07:00:00Z', // Sunday, 03:00
  '2024-11-03T05:30:00Z', // Sunday, 01:30
  '2024-11-03T06:30:00Z', // Sunday, 01:30 again
  '2024-11-04T04:59:00Z', // Sunday, 23:59
  '2024-11-04T05:00:00Z', // Monday, 00:00
].map((text) => Date.parse(text));

const TAGS: readonly (readonly string[])[] = [['news'], ['news', 'late'], [], ['late'], ['News'], []];

const TRADES = {
  ...analysedTrades(TIMES.map((entryTime, i) => ({ entryTime, exitTime: 100 + 10 * i, plNet: i - 2 }))),
  direction: Float64Array.of(1, -1, 1, -1, 1, -1),
  asset: Float64Array.of(0, 1, 2, 0, 1, 2),
};

const placesOf = (filters: SliceFilters): number[] => {
  const slice: Slice = { filters, timezone: 'America/New_York', markets: MARKETS, labelRevision: 0 };
  return [...placesIn(sliceMask(TRADES, slice, (trade) => TAGS[trade]!))];
};

describe('the mask of a slice', () => {
  it('selects the trades of a side or of a market', () => {
    expect(placesOf({ side: 'long' })).toEqual([0, 2, 4]);
    expect(placesOf({ side: 'short' })).toEqual([1, 3, 5]);
    expect(placesOf({ symbol: 'BTCUSDT' })).toEqual([0, 1, 3, 4]);
    expect(placesOf({ feed: 'venue-spot' })).toEqual([0, 2, 3, 5]);
    expect(placesOf({ symbol: 'BTCUSDT', feed: 'venue-spot' })).toEqual([0, 3]);
    expect(placesOf({ symbol: 'XRPUSDT' })).toEqual([]);
  });

  it('selects the trades that closed at or after `from` and before `to`', () => {
    expect(placesOf({ from: 110 })).toEqual([1, 2, 3, 4, 5]);
    expect(placesOf({ to: 110 })).toEqual([0]);
    expect(placesOf({ from: 110, to: 130 })).toEqual([1, 2]);
    expect(placesOf({ from: 130, to: 110 })).toEqual([]);
  });

  it('selects the trades that opened in local hours or on local weekdays', () => {
    expect(placesOf({ hour: [1] })).toEqual([0, 2, 3]);
    expect(placesOf({ hour: [0, 3, 23] })).toEqual([1, 4, 5]);
    expect(placesOf({ weekday: [1] })).toEqual([5]);
    expect(placesOf({ weekday: [1, 7] })).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('selects the trades with an outcome', () => {
    expect(placesOf({ outcome: 'win' })).toEqual([3, 4, 5]);
    expect(placesOf({ outcome: 'loss' })).toEqual([0, 1]);
    expect(placesOf({ outcome: 'break-even' })).toEqual([2]);
    expect(placesOf({ outcome: 'win', breakEvenThreshold: 1 })).toEqual([4, 5]);
    expect(placesOf({ outcome: 'break-even', breakEvenThreshold: 1 })).toEqual([1, 2, 3]);
    expect(placesOf({ outcome: 'loss', breakEvenThreshold: 1 })).toEqual([0]);
  });

  it('selects the trades with a given tag, or the trades without this tag', () => {
    expect(placesOf({ tag: 'news' })).toEqual([0, 1]);
    expect(placesOf({ notTag: 'news' })).toEqual([2, 3, 4, 5]);
    expect(placesOf({ tag: 'late', notTag: 'news' })).toEqual([3]);
  });

  it('selects the trades that meet all filters', () => {
    expect(placesOf({ side: 'short', notTag: 'late', from: 120 })).toEqual([5]);
    expect(placesOf({})).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe('the indexes in a mask', () => {
  it('are the indexes of the elements with the given value', () => {
    const mask = Uint8Array.of(0, 1, 1, 0);
    expect([[...placesIn(mask)], [...placesIn(mask, 0)]]).toEqual([[1, 2], [0, 3]]); // prettier-ignore
  });
});

describe('the filters of a query', () => {
  it('are the given parameters, with lists in ascending order', () => {
    expect(filtersIn({ hour: '9,8,10', weekday: '7,1', side: 'long' })).toEqual({
      side: 'long',
      hour: [8, 9, 10],
      weekday: [1, 7],
    });
  });

  it('include the break-even threshold only if they include the outcome', () => {
    expect(filtersIn({ breakEvenThreshold: 5 })).toBeNull();
    expect(filtersIn({ outcome: 'win', breakEvenThreshold: 5 })).toEqual({ outcome: 'win', breakEvenThreshold: 5 }); // prettier-ignore
    expect(filtersIn({ outcome: 'win' })).toEqual({ outcome: 'win', breakEvenThreshold: 0 });
  });
});

describe('the counted tags of a slice', () => {
  const counted = (most: number, mostAtOnce?: number) =>
    countedTags(Uint32Array.of(0, 1, 3, 4), (trade) => TAGS[trade]!, most, mostAtOnce);

  it('are the tags with the most trades (in code-point order if equal) and the number of other tags', () => {
    expect(counted(2)).toEqual({
      largest: [
        { name: 'late', trades: 2 },
        { name: 'news', trades: 2 },
      ],
      others: 1,
    });
    expect(counted(3)).toMatchObject({ others: 0 });
  });

  it('are the same if not all tags fit into memory at once', () => {
    expect(counted(2, 1)).toEqual(counted(2));
    expect(counted(3, 3)).toEqual(counted(3));
  });
});
