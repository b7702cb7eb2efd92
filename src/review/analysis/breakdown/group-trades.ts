import { SIDES } from '../../../shared/market/sides.js';
import { LOSS, WIN, classifyOutcomes } from '../../../shared/figures/calculator/outcomes.js';
import { OUTCOMES } from '../../../shared/figures/outcome.js';
import type { AnalysedTrades, TaggedTrades } from '../analysed-trades.js';
import { localHours } from '../local-time/local-clock.js';
import { localDays, localMonths, monthText, weekdayOf } from '../local-time/local-days.js';
import { DURATION_BUCKETS, durationBucket } from './duration-buckets.js';
import { type Grouping, grouping } from './grouping.js';

export interface GroupedTrades extends Pick<
  AnalysedTrades,
  'count' | 'entryTime' | 'exitTime' | 'plNet' | 'direction' | 'asset'
> {
  /** The trades with their tags if the trades are grouped by tag, otherwise null. */
  readonly tags: TaggedTrades | null;
}

export interface GroupSettings {
  readonly breakEvenThreshold: number;
  /** IANA name of the time zone. */
  readonly timezone: string;
  /** Symbol of each asset, by position of the asset. */
  readonly symbols: readonly string[];
}

/**
 * The function that groups the trades, for each kind of breakdown.
 *
 * Keys are in their natural order; symbols and tags are sorted by name. Hour and weekday are taken from the entry, the
 * month from the exit, all in the given time zone. If several assets have the same symbol on different feeds, their
 * trades form one group. A trade is in the group of each of its tags. The trades without a tag form the last group,
 * whose key is null.
 */
export const GROUPS_BY = {
  side: ({ count, direction }) => grouping(count, SIDES, (trade) => Number(direction[trade]! < 0)),

  symbol: ({ count, asset }, { symbols }) => {
    const names = sortedNames(symbols);
    const groups = symbols.map((symbol) => names.indexOf(symbol));
    return grouping(count, names, (trade) => groups[asset[trade]!]!);
  },

  tag: ({ tags: tagged }) => {
    if (tagged === null) throw new TypeError('A breakdown by tag needs the tags of the trades');
    const { names, trades, tags: groups } = tagged;
    return { keys: [...names, null], trades, groups };
  },

  hour: ({ count, entryTime }, { timezone }) => {
    const hourOf = localHours(timezone);
    return grouping(count, consecutiveTexts(0, 24), (trade) => hourOf(entryTime[trade]!));
  },

  weekday: ({ count, entryTime }, { timezone }) => {
    const { dayOf } = localDays(timezone);
    return grouping(count, consecutiveTexts(1, 7), (trade) => weekdayOf(dayOf(entryTime[trade]!)) - 1);
  },

  month: ({ count, exitTime }, { timezone }) => {
    const months = exitTime.subarray(0, count).map(localMonths(timezone));
    const first = months.reduce((least, month) => Math.min(least, month), Infinity);
    const last = months.reduce((greatest, month) => Math.max(greatest, month), -Infinity);
    const texts = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => monthText(first + i));
    return grouping(count, texts, (trade) => months[trade]! - first);
  },

  duration: ({ count, entryTime, exitTime }) =>
    grouping(count, DURATION_BUCKETS, (trade) => durationBucket(exitTime[trade]! - entryTime[trade]!)),

  outcome: ({ count, plNet }, { breakEvenThreshold }) => {
    const { outcomes } = classifyOutcomes(plNet, count, breakEvenThreshold);
    const groups = Array.from({ length: WIN + 1 }, () => 2);
    [groups[WIN], groups[LOSS]] = [0, 1];
    return grouping(count, OUTCOMES, (trade) => groups[outcomes[trade]!]!);
  },
} satisfies Record<string, (trades: GroupedTrades, settings: GroupSettings) => Grouping>;

const sortedNames = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

const consecutiveTexts = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => String(first + i));
