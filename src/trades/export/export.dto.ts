import { OneOf, Optional } from '../../shared/fields/fields.js';
import { EXPORT_FORMATS, type ExportFormat } from './export-format.js';

export class ExportQuery {
  /**
   * Format of the file: `csv`; `ndjson` with one JSON object per line; or `parquet` with typed columns.
   * @example "csv"
   */
  @Optional()
  @OneOf(Object.keys(EXPORT_FORMATS))
  readonly format: ExportFormat = 'csv';
}
