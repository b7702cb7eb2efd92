import { Optional, Text } from '../../shared/fields/fields.js';
import { PageQuery } from '../../shared/fields/page.dto.js';

export class ProjectRecordsQuery extends PageQuery {
  /** Only projects whose names contain this text (case-insensitive): `btc` finds "BTC breakout". */
  @Optional()
  @Text({ min: 1, max: 100 })
  readonly search?: string;
}
