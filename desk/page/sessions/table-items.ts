import type { RankedEntry } from '../faces/differences.js';

/** A row of the table of sessions. */
export type TableItem =
  | {
      readonly kind: 'session';
      readonly entry: RankedEntry;
      /** True if the row was opened to show the sessions with the same trades. */
      readonly isOpened: boolean;
      /** True for a session that an opened row shows. */
      readonly isRepeat: boolean;
    }
  | { readonly kind: 'divider'; readonly text: string };

const UNJUDGED = 'Cannot be judged: too few days with trades';
const EMPTY = 'Without trades';

/**
 * Returns the rows of the table: the sessions, those that opened rows show, and a line before the sessions that cannot be
 * judged and before those without trades.
 * @param isJudgedFirst true if the sessions that can be judged come first
 */
export function tableItems(
  entries: readonly RankedEntry[],
  repeatsOf: (id: string) => readonly RankedEntry[] | null,
  isJudgedFirst: boolean,
): TableItem[] {
  const items: TableItem[] = [];
  let part = '';
  for (const [place, entry] of entries.entries()) {
    const own = partOf(entry, isJudgedFirst);
    if (place > 0 && own !== part && own !== '') items.push({ kind: 'divider', text: own });
    part = own;
    const repeats = repeatsOf(entry.session.id);
    items.push({ kind: 'session', entry, isOpened: repeats !== null, isRepeat: false });
    for (const repeat of repeats ?? [])
      items.push({ kind: 'session', entry: repeat, isOpened: false, isRepeat: true });
  }
  return items;
}

function partOf({ rank, selection }: RankedEntry, isJudgedFirst: boolean): string {
  if (rank === null) return EMPTY;
  return isJudgedFirst && selection?.verdict === 'unknown' ? UNJUDGED : '';
}
