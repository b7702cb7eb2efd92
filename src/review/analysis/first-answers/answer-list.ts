import type { Side } from '../../../shared/market/sides.js';
import type { AnswerColumns } from '../../../trades/answer-columns.js';
import type { AnswerContext } from '../tasks/answer-task.js';
import type { AnswerGroups, Rows } from './answer-groups.js';

export const LISTED_KINDS = ['removed', 'edited', 'costs', 'second-look', 'earlier-look', 'retaken'] as const;
export type ListedKind = (typeof LISTED_KINDS)[number];

/** An answer that was changed or went, or a look. */
export interface ListedAnswer {
  readonly tradeId: string;
  readonly clientId: string;
  readonly kind: ListedKind;
  /** When the answer was changed or went; when a look was stored; when a look that was retaken went. Epoch ms. */
  readonly at: number;
  /** Side and times are those of the first version, or of the stored trade of a look. */
  readonly side: Side;
  readonly entryTime: number;
  readonly exitTime: number;
  /** plNet of the first version; null for a look. */
  readonly first: number | null;
  /** plNet of the stored trade; null if it went. */
  readonly kept: number | null;
}

/** Maximum number of elements of the list. */
const MAX_LISTED = 1_000;

/** Returns the number of answers that were changed or went, and of looks. A changed earlier look counts twice. */
export const listedCount = (groups: AnswerGroups): number =>
  GROUPS.reduce((count, [, name]) => count + groups[name].length, 0);

/** Lists the newest changes of answers and looks, newest first, then by id of the trade. */
export function answerList(
  { at, direction, entryTime, exitTime, plNet }: AnswerColumns,
  groups: AnswerGroups,
  { idOf, clientIdOf, compareIds }: AnswerContext,
): ListedAnswer[] {
  const all = GROUPS.flatMap(([kind, name]) => Array.from(groups[name], (row) => ({ kind, row })));
  const newest = all.sort((a, b) => at[b.row]! - at[a.row]! || compareIds(a.row, b.row)).slice(0, MAX_LISTED);
  return newest.map(({ kind, row }) => ({
    tradeId: idOf(row),
    clientId: clientIdOf(row),
    kind,
    at: at[row]!,
    side: direction[row]! > 0 ? 'long' : 'short',
    entryTime: entryTime[row]!,
    exitTime: exitTime[row]!,
    first: LOOKS.has(kind) ? null : plNet[row]!,
    kept: keptNetOf(kind, row, groups, plNet),
  }));
}

function keptNetOf(
  kind: ListedKind,
  row: number,
  { keptOf }: AnswerGroups,
  plNet: Float64Array,
): number | null {
  if (kind === 'removed' || kind === 'retaken') return null;
  return plNet[LOOKS.has(kind) ? row : keptOf(row)]!;
}

const LOOKS: ReadonlySet<ListedKind> = new Set(['second-look', 'earlier-look']);

type GroupOfRows = {
  [Name in keyof AnswerGroups]: AnswerGroups[Name] extends Rows ? Name : never;
}[keyof AnswerGroups];

const GROUPS: readonly (readonly [kind: ListedKind, group: GroupOfRows])[] = [
  ['removed', 'removed'],
  ['edited', 'edited'],
  ['costs', 'costs'],
  ['second-look', 'secondLooks'],
  ['earlier-look', 'earlierLooks'],
  ['retaken', 'retaken'],
];
