import { OneOf, Optional } from '../../fields/fields.js';
import { EXPORT_FORMATS, type ExportFormat } from './export-format.js';

export class ExportQuery {
  /**
   * Format of the file: `csv`, or `ndjson` with one JSON object per line.
   * @example "csv"
   */
  @Optional()
  @OneOf(Object.keys(EXPORT_FORMATS))
  readonly format: ExportFormat = 'csv';
}
