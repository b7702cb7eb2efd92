import type { AuditEntry } from '../audit/audit.store.js';
import { guarded, lineOf } from '../../shared/text/csv/csv-cells.js';

/** Columns of the csv file of the audit log. */
export const AUDIT_COLUMNS = [
  'id',
  'time',
  'actorKind',
  'actor',
  'action',
  'resourceType',
  'resourceId',
  'tradeId',
  'count',
  'address',
  'requestId',
] as const satisfies readonly (keyof AuditEntry)[];

export const AUDIT_CSV_HEADER = lineOf(AUDIT_COLUMNS);

/**
 * Returns the csv line of an entry. Callers choose the subject and the request id, so text that could be a formula is
 * guarded.
 */
export const auditCsvLine = (entry: AuditEntry): string =>
  lineOf(
    AUDIT_COLUMNS.map((column) => {
      const value = entry[column];
      return typeof value === 'string' ? guarded(value) : String(value ?? '');
    }),
  );
