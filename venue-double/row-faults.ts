import { type Interval, nextOpenTime } from './intervals.js';
import type { KlineRow } from './kline-rows.js';
import type { AnswerFault } from './scenario.js';

export type RowFault = Extract<
  AnswerFault,
  {
    kind:
      'invalid-row' | 'truncated-page' | 'shifted-rows' | 'duplicated-edge' | 'outside-window' | 'reversed';
  }
>;

export const ROW_FAULTS = [
  'invalid-row',
  'truncated-page',
  'shifted-rows',
  'duplicated-edge',
  'outside-window',
  'reversed',
] as const satisfies readonly RowFault['kind'][];

/** Returns the page with the fault applied. An empty page stays empty. */
export function withRowFault(rows: readonly KlineRow[], fault: RowFault, interval: Interval): KlineRow[] {
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) return [];
  switch (fault.kind) {
    case 'truncated-page':
      return rows.slice(0, fault.rows ?? Math.floor(rows.length / 2));
    case 'shifted-rows':
      return rows.map((row) => shifted(row, fault.shiftMs));
    case 'duplicated-edge':
      return [first, ...rows, last];
    case 'outside-window':
      return [...rows, inNextCell(last, interval)];
    case 'reversed':
      return rows.toReversed();
    case 'invalid-row':
      break;
  }
  return withInvalidRow(rows, fault);
}

function withInvalidRow(
  rows: readonly KlineRow[],
  { defect, ts }: Extract<RowFault, { kind: 'invalid-row' }>,
): KlineRow[] {
  const index =
    ts === undefined ? Math.floor(rows.length / 2) : rows.findIndex(([openTime]) => openTime === ts);
  const row = rows[index];
  if (!row) return [...rows];
  const invalid = {
    'low-above-open': () => row.with(3, (Number(row[2]) * 1.01).toFixed(8)),
    'high-below-close': () => row.with(2, (Number(row[3]) * 0.99).toFixed(8)),
    'not-a-number': () => row.with(4, 'NaN'),
    'eleven-fields': () => row.slice(0, 11),
    'absurd-price': () => row.with(2, '2000000000000.00000000'),
    'time-as-text': () => row.with(0, String(row[0])),
  }[defect]();
  return rows.toSpliced(index, 1, invalid);
}

const shifted = (row: KlineRow, byMs: number): KlineRow =>
  row.with(0, Number(row[0]) + byMs).with(6, Number(row[6]) + byMs);

/**
 * Returns the row with the times of the next bar. If the row was the last row of the page, it is then outside the
 * window.
 */
function inNextCell(row: KlineRow, interval: Interval): KlineRow {
  const next = nextOpenTime(interval, Number(row[0]));
  return row.with(0, next).with(6, nextOpenTime(interval, next) - 1);
}
