import type { ExportFile } from './export-file.js';
import { CSV_HEADER, csvLine, ndjsonLine } from './exported-trade.js';
import { ParquetFile } from './parquet-file.js';
import { TextFile } from './text-file.js';

interface FileForm {
  readonly contentType: string;
  readonly start: () => ExportFile;
}

/** The file formats of an export. */
export const EXPORT_FORMATS = {
  csv: { contentType: 'text/csv; charset=utf-8', start: () => new TextFile(CSV_HEADER, csvLine) },
  ndjson: { contentType: 'application/x-ndjson; charset=utf-8', start: () => new TextFile('', ndjsonLine) },
  parquet: { contentType: 'application/vnd.apache.parquet', start: () => new ParquetFile() },
} as const satisfies Readonly<Record<string, FileForm>>;

export type ExportFormat = keyof typeof EXPORT_FORMATS;
