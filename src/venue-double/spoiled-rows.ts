import { type Interval, nextOpenTime } from './intervals.js';
import type { KlineRow } from './kline-rows.js';
import type { AnswerFault } from './scenario.js';

export type RowFault = Extract<
  AnswerFault,
  { kind: 'invalid-row' | 'truncated-page' | 'duplicated-edge' | 'outside-window' | 'reversed' }
>;

export const ROW_FAULTS = [
  'invalid-row',
  'truncated-page',
  'duplicated-edge',
  'outside-window',
  'reversed',
] as const satisfies readonly RowFault['kind'][];

/** The page as the fault leaves it; an empty page has nothing to spoil. */
export function spoiledRows(rows: readonly KlineRow[], fault: RowFault, interval: Interval): KlineRow[] {
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) return [];
  switch (fault.kind) {
    case 'truncated-page':
      return rows.slice(0, fault.rows ?? Math.floor(rows.length / 2));
    case 'duplicated-edge':
      return [first, ...rows, last];
    case 'outside-window':
      return [...rows, shifted(last, interval)];
    case 'reversed':
      return rows.toReversed();
    case 'invalid-row':
      break;
  }
  return withDefect(rows, fault);
}

function withDefect(
  rows: readonly KlineRow[],
  { defect, ts }: Extract<RowFault, { kind: 'invalid-row' }>,
): KlineRow[] {
  const index =
    ts === undefined ? Math.floor(rows.length / 2) : rows.findIndex(([openTime]) => openTime === ts);
  const row = rows[index];
  if (!row) return [...rows];
  const spoiled = {
    'low-above-open': () => row.with(3, (Number(row[2]) * 1.01).toFixed(8)),
    'high-below-close': () => row.with(2, (Number(row[3]) * 0.99).toFixed(8)),
    'not-a-number': () => row.with(4, 'NaN'),
    'eleven-fields': () => row.slice(0, 11),
  }[defect]();
  return rows.toSpliced(index, 1, spoiled);
}

/** The row moved to the next bar's times: outside of the window when the page ended with it. */
function shifted(row: KlineRow, interval: Interval): KlineRow {
  const next = nextOpenTime(interval, Number(row[0]));
  return row.with(0, next).with(6, nextOpenTime(interval, next) - 1);
}
