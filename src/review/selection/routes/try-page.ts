import { setImmediate as nextTurn } from 'node:timers/promises';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { Cursors } from '../../../shared/fields/cursor.js';
import type { Ledger } from '../../trials/ledger.js';
import { compareTexts } from '../leaderboard/value-order.js';
import { Smallest } from '../smallest.js';
import type { SelectionQuery } from './selection.dto.js';

/** A requested page of the list of tries. */
export interface TryPage {
  readonly count: number;
  readonly after: TryPosition | null;
  readonly write: (position: TryPosition) => string;
}

/** The position of a try in the list, by which the list is sorted. */
type TryPosition = readonly [sharpe: number | null, sessionId: string, run: number];

/**
 * Returns the requested page of the list of tries.
 * @throws Problem VALIDATION_FAILED for a cursor of another list
 */
export function tryPage(projectId: string, { cursor, count, ...filters }: SelectionQuery): TryPage {
  const list = { route: `/projects/${projectId}/analysis/selection`, filters: { ...filters }, order: 'desc' };
  const cursors = new Cursors(list, ['number', 'id', 'time']);
  return {
    count,
    after: cursor === undefined ? null : cursors.read(cursor),
    write: (position) => cursors.write(position),
  };
}

/** Number of tries that are handled before other work has a turn. */
const TRIES_OF_A_TURN = 5_000;

/** Returns the places of the tries of a page. */
export async function placesOf(
  ledger: Ledger,
  { count, after, write }: TryPage,
): Promise<{ readonly places: readonly number[]; readonly nextCursor: string | null }> {
  const positionOf = (place: number): TryPosition => [
    roundedDouble(ledger.sharpeOf(place)),
    ledger.idOf(place),
    ledger.runOf(place),
  ];
  const first = new Smallest<{ readonly place: number; readonly position: TryPosition }>(
    count + 1,
    (one, other) => compareTries(one.position, other.position),
  );
  for (let place = 0; place < ledger.count; place += 1) {
    if (place % TRIES_OF_A_TURN === TRIES_OF_A_TURN - 1) await nextTurn();
    const position = positionOf(place);
    if (after === null || compareTries(position, after) > 0) first.add({ place, position });
  }
  const found = first.sorted();
  const page = found.slice(0, count);
  return {
    places: page.map(({ place }) => place),
    nextCursor: found.length > count ? write(page.at(-1)!.position) : null,
  };
}

/**
 * Compares positions in the list of tries: by descending ratio (undefined ratios come last), then by session and run.
 */
function compareTries([one, oneId, oneRun]: TryPosition, [other, otherId, otherRun]: TryPosition): number {
  if (one !== other) return one === null || (other !== null && one < other) ? 1 : -1;
  return compareTexts(oneId, otherId) || oneRun - otherRun;
}
