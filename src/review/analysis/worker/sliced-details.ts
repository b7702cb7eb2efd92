import type { Pool } from 'pg';
import type { TradesWithCount } from '../../../trades/with-trade-count.js';
import { MAX_GROUPS } from '../breakdown/breakdown.js';
import { taggedTrades } from '../breakdown/tagged-trades.js';
import { countedTags } from '../slices/counted-tags.js';
import { type TagsOf, placesIn, sliceMask } from '../slices/slice-mask.js';
import { type AnsweredSlice, type Slice, answeredSlice, filtersTags } from '../slices/slice.js';
import type { LastTrades } from './last-trades.js';
import { readDetails, readLabelledDetails, readTaggedDetails } from './read-details.js';
import type { SliceMasks } from './slice-masks.js';
import { type SortedDetails, type TaggedDetails, detailsAt } from './sorted-details.js';
import type { MoreColumn } from '../tasks/trade-task.js';

/** The objects with which a thread reads trades. */
export interface DetailReads {
  readonly pool: Pool;
  readonly signal: AbortSignal;
  readonly last: LastTrades;
  readonly masks: SliceMasks;
}

/** The trades of a slice, and all trades of the session. If there is no slice, both are the same trades. */
export interface SlicedDetails<
  Details extends SortedDetails = SortedDetails,
  Whole extends SortedDetails = Details,
> {
  /** The trades of the slice are copied on the first access, because some analyses need only the mask. */
  readonly details: Details;
  readonly whole: Whole;
  /** 1 for each trade of the slice, otherwise 0; null if there is no slice. */
  readonly mask: Uint8Array | null;
  /** The slice in the form that a response shows; null if there is no slice. */
  readonly slice: AnsweredSlice | null;
}

/**
 * Reads the trades of a slice, from the cache if possible.
 * @param more columns that only some analyses need
 */
export async function readSlice<More extends MoreColumn = never>(
  reads: DetailReads,
  session: TradesWithCount,
  slice: Slice | null,
  more: readonly More[] = [],
): Promise<SlicedDetails<SortedDetails<More>>> {
  const { pool, signal, last, masks } = reads;
  const kept = slice && masks.find(session, slice);
  if (slice && !kept && filtersTags(slice.filters))
    return (await readWithTags(reads, session, slice, more)).sliced;
  const whole = await last.get(session, () => readDetails(pool, session, signal, more), more);
  if (slice === null) return { details: whole, whole, mask: null, slice: null };
  // If the number of trades differs from the length of the cached mask, the mask belongs to other trades, so a new mask
  // is made.
  if (kept?.length === whole.trades.count) return slicedDetails(reads, whole, slice, kept, more);
  if (filtersTags(slice.filters)) return (await readWithTags(reads, session, slice, more)).sliced;
  const mask = sliceMask(whole.trades, slice, null);
  masks.keep(session, slice, mask);
  return slicedDetails(reads, whole, slice, mask, more);
}

/** Reads the trades of a slice with the tags that a breakdown shows. Tags are not cached. */
export async function readTaggedSlice(
  reads: DetailReads,
  session: TradesWithCount,
  slice: Slice | null,
): Promise<SlicedDetails<TaggedDetails, SortedDetails>> {
  const { pool, signal, last } = reads;
  if (slice === null) {
    last.makeRoomFor(session);
    const whole = await readTaggedDetails(pool, session, signal);
    return { details: whole, whole, mask: null, slice: null };
  }
  const { sliced, tagsOf } = await readWithTags(reads, session, slice, []);
  const places = placesIn(sliced.mask!);
  const counts = countedTags(places, tagsOf, MAX_GROUPS);
  const tags = taggedTrades(places.length, (trade) => tagsOf(places[trade]!), counts);
  return { ...sliced, details: { ...sliced.details, tags } };
}

/** Reads all trades with their tags in one statement, so that the tags belong to these trades. */
async function readWithTags<More extends MoreColumn>(
  reads: DetailReads,
  session: TradesWithCount,
  slice: Slice,
  more: readonly More[],
): Promise<{ readonly sliced: SlicedDetails<SortedDetails<More>>; readonly tagsOf: TagsOf }> {
  reads.last.makeRoomFor(session);
  const { details, tagsOf } = await readLabelledDetails(reads.pool, session, reads.signal, more);
  const mask = sliceMask(details.trades, slice, tagsOf);
  reads.masks.keep(session, slice, mask);
  return { sliced: slicedDetails(reads, details, slice, mask, more), tagsOf };
}

function slicedDetails<More extends MoreColumn>(
  { last }: DetailReads,
  whole: SortedDetails<More>,
  slice: Slice,
  mask: Uint8Array,
  more: readonly More[],
): SlicedDetails<SortedDetails<More>> {
  const places = placesIn(mask);
  let copy: SortedDetails<More> | undefined;
  return {
    get details() {
      if (!copy) {
        last.makeRoomFor({ tradeCount: places.length });
        copy = detailsAt(whole, places, more);
      }
      return copy;
    },
    whole,
    mask,
    slice: answeredSlice(slice, places.length, whole.trades.count),
  };
}
