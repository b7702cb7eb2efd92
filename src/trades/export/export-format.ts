import { CSV_HEADER, type ExportedTrade, csvLine, ndjsonLine } from './exported-trade.js';

interface FileForm {
  readonly contentType: string;
  readonly header: string;
  readonly line: (trade: ExportedTrade) => string;
}

/** The file formats of an export. */
export const EXPORT_FORMATS = {
  csv: { contentType: 'text/csv; charset=utf-8', header: CSV_HEADER, line: csvLine },
  ndjson: { contentType: 'application/x-ndjson; charset=utf-8', header: '', line: ndjsonLine },
} as const satisfies Readonly<Record<string, FileForm>>;

export type ExportFormat = keyof typeof EXPORT_FORMATS;
