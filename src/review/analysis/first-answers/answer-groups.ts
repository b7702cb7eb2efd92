import { type TradeColumns, tradesAtPlaces } from '../../../shared/figures/calculator/trade-columns.js';
import { sortTradeColumns, tradeOrder } from '../../../shared/figures/calculator/trade-order.js';
import { type AnswerColumns, CHANGE, LOOK } from '../../../trades/answer-columns.js';
import type { AnswerContext } from '../tasks/answer-task.js';

/** Indexes of rows. */
export type Rows = Uint32Array;

/** Rows of answers, grouped by what happened to the answers. */
export interface AnswerGroups {
  /** The stored trades. */
  readonly kept: Rows;
  /** The first versions of all answers that are not second looks. */
  readonly first: Rows;
  /** First versions of answers that went. */
  readonly removed: Rows;
  /** First versions of stored answers of which more than the costs was changed. */
  readonly edited: Rows;
  /** First versions of stored answers of which only the costs were changed. */
  readonly costs: Rows;
  /** Stored second looks. */
  readonly secondLooks: Rows;
  /** First versions of second looks that went. */
  readonly retaken: Rows;
  /** Stored earlier looks. They are also answers. */
  readonly earlierLooks: Rows;
  /** Returns the row of the stored trade of a row of `edited` or `costs`. */
  readonly keptOf: (row: number) => number;
}

/** Groups the rows of answers. */
export function answerGroups(answers: AnswerColumns, { idOf }: Pick<AnswerContext, 'idOf'>): AnswerGroups {
  const { count, change, look } = answers;
  const rowsWhere = (isIn: (change: number, look: number) => boolean): Rows =>
    allRows(count).filter((row) => isIn(change[row]!, look[row]!));
  const answersWith = (of: number) => rowsWhere((change, look) => change === of && look !== LOOK.run);
  const kept = rowsWhere((change) => change === CHANGE.none);
  const changed = [...answersWith(CHANGE.edited), ...answersWith(CHANGE.costs)];
  const keptOf = storedVersions(kept, changed, idOf);
  const hasVersion = new Set(keptOf.values());
  // An instance of an earlier version that removes a changed trade leaves its first version as it is.
  const isStored = (row: number) => keptOf.has(row);
  const edited = answersWith(CHANGE.edited).filter(isStored);
  const costs = answersWith(CHANGE.costs).filter(isStored);
  const removed = Uint32Array.from([
    ...answersWith(CHANGE.gone),
    ...changed.filter((row) => !isStored(row)),
  ]).sort();
  const unchanged = answersWith(CHANGE.none).filter((row) => !hasVersion.has(row));
  return {
    kept,
    first: Uint32Array.from([...unchanged, ...removed, ...edited, ...costs]),
    removed,
    edited,
    costs,
    secondLooks: rowsWhere((change, look) => change === CHANGE.none && look === LOOK.run),
    retaken: rowsWhere((change, look) => change === CHANGE.gone && look === LOOK.run),
    earlierLooks: rowsWhere((change, look) => change === CHANGE.none && look === LOOK.earlierRun),
    keptOf: (row) => keptOf.get(row)!,
  };
}

const allRows = (count: number): Rows => {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  return rows;
};

/** Returns the rows of the stored trades of first versions. */
function storedVersions(
  kept: Rows,
  versions: readonly number[],
  idOf: AnswerContext['idOf'],
): ReadonlyMap<number, number> {
  if (versions.length === 0) return new Map();
  const versionOf = new Map(versions.map((row) => [idOf(row), row]));
  const stored = new Map<number, number>();
  for (const row of kept) {
    const version = versionOf.get(idOf(row));
    if (version !== undefined) stored.set(version, row);
  }
  return stored;
}

/** Returns rows in the order of their trades. If two clientIds are equal, the ids decide. */
export function inTradeOrder(
  answers: AnswerColumns,
  rows: Rows,
  { compareIds, compareClientIds }: Pick<AnswerContext, 'compareIds' | 'compareClientIds'>,
): { readonly rows: Rows; readonly trades: TradeColumns } {
  const trades = tradesAtPlaces(answers, rows);
  const order = tradeOrder(trades, (a, b) => {
    const [one, other] = [rows[a]!, rows[b]!];
    return compareClientIds(one, other) || compareIds(one, other);
  });
  sortTradeColumns(trades, order);
  return { rows: order ? order.map((place) => rows[place]!) : rows, trades };
}
