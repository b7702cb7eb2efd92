import { ApiExtraModels, ApiProperty, PickType } from '@nestjs/swagger';
import { AssetDto } from '../../../sessions/asset.dto.js';
import { SessionRecord } from '../../../sessions/session-record.dto.js';
import { Figures } from '../../../shared/figures/figures.dto.js';
import { MoneyChoiceDto } from '../../../shared/problems/money-choice.dto.js';
import { TimestampCheckDto } from '../../analysis/timestamps/timestamps.dto.js';
import { ImportAnswer } from '../routes/import.dto.js';
import { Suggested, SuggestedParametersDto } from './suggested-parameters.dto.js';

/** A market of a session that an import would create. */
export class PlannedAsset extends PickType(AssetDto, [
  'symbol',
  'feed',
  'timeframe',
  'calendarCode',
  'executionCostConfig',
  'contractPolicy',
] as const) {}

/** A session that an import would create. */
export class PlannedSession extends PickType(SessionRecord, [
  'name',
  'mode',
  'source',
  'initialBalance',
  'accountCurrency',
  'strategy',
  'feesConfig',
  'rangeStart',
  'rangeEnd',
  'accountTimezone',
  'tags',
  'trial',
  'sourceFile',
  'runAt',
] as const) {
  /** Markets of the session. */
  @ApiProperty({ type: () => [PlannedAsset] })
  readonly assets!: PlannedAsset[];
}

@ApiExtraModels(TimestampCheckDto, SuggestedParametersDto)
export class PreviewedSession extends PickType(ImportAnswer, [
  'skipped',
  'skippedCount',
  'ambiguous',
  'ambiguousCount',
  'tradeCount',
  'money',
  'notices',
  'check',
] as const) {
  /**
   * The readings of the money from which to choose, the likeliest first. The preview shows the first; an import without
   * a choice responds with `MONEY_UNCLEAR`. Null if there is no question.
   */
  @ApiProperty({ type: [MoneyChoiceDto], nullable: true, example: null })
  readonly choices!: MoneyChoiceDto[] | null;

  /** The session that the import would create. */
  readonly session!: PlannedSession;

  /**
   * True if the import would create a session. If false, an earlier import of the same file has created it.
   * @example true
   */
  readonly created!: boolean;

  /**
   * Id of the session that an earlier import of the same file created; null if there is none.
   * @example null
   */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  readonly sessionId!: string | null;

  /**
   * Parameters to send with the file, because no symbol of the session ends in a quote currency of the venue. Null if
   * there is nothing to suggest, if the request contains `calendarCode`, or if the session is not new.
   */
  @Suggested()
  readonly suggested!: SuggestedParametersDto | null;

  /** Figures of the trades. */
  readonly figures!: Figures;
}

export class RunPreviewAnswer {
  /** The sessions of the file, one for each run. */
  readonly sessions!: PreviewedSession[];
}

const FIELDS_OF_PROJECT = ['symbol', 'timeframe'] as const;

export class FilePreviewAnswer extends RunPreviewAnswer {
  /**
   * The names of the settings that neither the file nor the request gives, so that a project would give them. The
   * sessions have the symbol `UNKNOWN` or the timeframe `1h` instead.
   * @example ["timeframe"]
   */
  @ApiProperty({ enum: FIELDS_OF_PROJECT, isArray: true })
  readonly missing!: (typeof FIELDS_OF_PROJECT)[number][];
}
