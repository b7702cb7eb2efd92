import { LOSS, WIN, classifyOutcomes } from '../../../shared/figures/calculator/outcomes.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { localHours } from '../local-time/local-clock.js';
import { localDays, weekdayOf } from '../local-time/local-days.js';
import type { Slice } from './slice.js';

/** The columns on which filters depend. */
export type FilteredTrades = Pick<
  AnalysedTrades,
  'count' | 'direction' | 'asset' | 'entryTime' | 'exitTime' | 'plNet'
>;

/** Returns all tags of a trade. */
export type TagsOf = (trade: number) => readonly string[];

type IsIn = (trade: number) => boolean;

/**
 * Returns the mask of a slice: 1 for each trade that belongs to the slice, otherwise 0.
 * @param tagsOf null if no filter names a tag
 */
export function sliceMask(trades: FilteredTrades, slice: Slice, tagsOf: TagsOf | null): Uint8Array {
  const conditions = conditionsOf(trades, slice, tagsOf);
  const mask = new Uint8Array(trades.count).fill(1);
  for (const isIn of conditions)
    for (let trade = 0; trade < trades.count; trade += 1)
      if (mask[trade] === 1 && !isIn(trade)) mask[trade] = 0;
  return mask;
}

/** Returns the indexes at which a mask has the given value, ascending. */
export function placesIn(mask: Uint8Array, wanted: 0 | 1 = 1): Uint32Array {
  const places = new Uint32Array(mask.length);
  let count = 0;
  for (let i = 0; i < mask.length; i += 1) {
    // If the index does not belong to the result, the next index overwrites it.
    places[count] = i;
    count += Number(mask[i] === wanted);
  }
  return places.slice(0, count);
}

function conditionsOf(trades: FilteredTrades, slice: Slice, tagsOf: TagsOf | null): IsIn[] {
  const { side, from, to, tag, notTag } = slice.filters;
  const { direction, exitTime } = trades;
  return [
    ...(from === undefined ? [] : [(trade: number) => exitTime[trade]! >= from]),
    ...(to === undefined ? [] : [(trade: number) => exitTime[trade]! < to]),
    ...(side === undefined ? [] : [(trade: number) => direction[trade]! > 0 === (side === 'long')]),
    ...marketCondition(trades, slice),
    ...timeConditions(trades, slice),
    ...outcomeCondition(trades, slice),
    ...(tag === undefined ? [] : [(trade: number) => tagsOf!(trade).includes(tag)]),
    ...(notTag === undefined ? [] : [(trade: number) => !tagsOf!(trade).includes(notTag)]),
  ];
}

function marketCondition({ asset }: FilteredTrades, { filters, markets }: Slice): IsIn[] {
  const { symbol, feed } = filters;
  if (symbol === undefined && feed === undefined) return [];
  const isWanted = markets.map(
    (market) =>
      (symbol === undefined || market.symbol === symbol) && (feed === undefined || market.feed === feed),
  );
  return [(trade) => isWanted[asset[trade]!] === true];
}

function timeConditions({ entryTime }: FilteredTrades, { filters, timezone }: Slice): IsIn[] {
  const conditions: IsIn[] = [];
  if (filters.hour) {
    const hours = new Set(filters.hour);
    const hourOf = localHours(timezone!);
    conditions.push((trade) => hours.has(hourOf(entryTime[trade]!)));
  }
  if (filters.weekday) {
    const weekdays = new Set(filters.weekday);
    const { dayOf } = localDays(timezone!);
    conditions.push((trade) => weekdays.has(weekdayOf(dayOf(entryTime[trade]!))));
  }
  return conditions;
}

function outcomeCondition({ plNet, count }: FilteredTrades, { filters }: Slice): IsIn[] {
  const { outcome, breakEvenThreshold = 0 } = filters;
  if (outcome === undefined) return [];
  const { outcomes } = classifyOutcomes(plNet, count, breakEvenThreshold);
  if (outcome === 'win') return [(trade) => outcomes[trade] === WIN];
  if (outcome === 'loss') return [(trade) => outcomes[trade] === LOSS];
  return [(trade) => outcomes[trade] !== WIN && outcomes[trade] !== LOSS];
}
