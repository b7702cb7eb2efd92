import type { AuditEntry } from '../audit/audit.store.js';
import { AUDIT_COLUMNS, AUDIT_CSV_HEADER, auditCsvLine } from './audit-csv.js';

const ENTRY: AuditEntry = {
  id: '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a',
  time: 1_760_000_000_000,
  actorKind: 'subject',
  actor: 'carol@example.com',
  action: 'trades.ingest',
  resourceType: 'session',
  resourceId: '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7b',
  tradeId: null,
  count: 0,
  address: '192.0.2.17',
  requestId: 'request-1',
};

describe('a csv line of the audit log', () => {
  it('has one cell for each column of the header', () => {
    expect(AUDIT_CSV_HEADER).toBe(`${AUDIT_COLUMNS.join(',')}\r\n`);
    expect(auditCsvLine(ENTRY)).toBe(
      `${ENTRY.id},1760000000000,subject,carol@example.com,trades.ingest,session,${ENTRY.resourceId},,0,192.0.2.17,request-1\r\n`,
    );
  });

  it('has empty cells for null', () => {
    const line = auditCsvLine({ ...ENTRY, count: null, address: null, requestId: null });
    expect(line).toMatch(/,,,,\r\n$/);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', "'quoted", '\tx', '\rx'])(
    'guards %j, which a spreadsheet could run as a formula, in each column whose text a caller chooses',
    (text) => {
      for (const column of ['actor', 'requestId', 'address'] as const)
        expect(auditCsvLine({ ...ENTRY, [column]: text })).toContain(`'${text}`);
    },
  );

  it('quotes text with separators, quotes and line breaks', () => {
    expect(auditCsvLine({ ...ENTRY, actor: 'a,"b"\nc' })).toContain(',"a,""b""\nc",');
  });
});
