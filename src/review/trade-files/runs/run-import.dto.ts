import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import {
  FLAGS,
  type Flag,
  OneOf,
  Optional,
  QueryNumber,
  Text,
  Timeframe,
} from '../../../shared/fields/fields.js';
import { TagList } from '../../../shared/fields/tags.js';
import { Timezone } from '../../../shared/fields/timezone.js';
import { FEEDS, type Feed } from '../../../shared/market/feeds.js';
import { CalendarCode, SourceFile, TEXTS } from '../../../sessions/session-fields.js';
import { SessionRecord } from '../../../sessions/session-record.dto.js';
import { CodeVersion, ParametersText, StudyName } from '../../../sessions/trial-fields.js';
import { SAMPLES } from '../../../sessions/trial.js';
import { ImportAnswer, ImportQuery } from '../routes/import.dto.js';
import { Suggested, SuggestedParametersDto } from './suggested-parameters.dto.js';

export class RunImportQuery extends ImportQuery {
  /**
   * Symbol of all trades, such as `BTCUSDT`. Characters other than letters and digits are left out. Default: the
   * symbols in the file.
   */
  @Optional()
  @Text({ min: 1, max: 40 })
  override readonly symbol?: string;

  /** Strategy that is imported. If left out, each strategy of a freqtrade result becomes a session. */
  @Optional()
  @Text({ min: 1, max: 200 })
  override readonly strategyName?: string;

  /**
   * Name of the session. Default: the strategy and the start of the run; otherwise `fileName` or the name in the header
   * Content-Disposition; otherwise the source and the time.
   */
  @Optional()
  @Text(TEXTS.name)
  readonly name?: string;

  /** Strategy of the session. Default: the strategy in the file. */
  @Optional()
  @Text(TEXTS.strategy)
  readonly strategy?: string;

  /** Account balance at the start, in account currency. Required unless the file contains it. */
  @Optional()
  @QueryNumber({ minimum: 1, maximum: 1e15 })
  readonly initialBalance?: number;

  /** Currency of the balance and of all money. Default: the currency in the file, or USD. */
  @Optional()
  @Text({ min: 1, max: 32 })
  readonly accountCurrency?: string;

  /** Time zone of the account (IANA name). Default: UTC. */
  @Optional()
  @Timezone()
  readonly accountTimezone?: string;

  /** Feed of all markets. Default: the feed in the file, or venue-spot. */
  @Optional()
  @OneOf(FEEDS)
  readonly feed?: Feed;

  /** Bar interval of all markets. Default: the interval in the file, or the interval of the project. */
  @Optional()
  @Timeframe()
  readonly timeframe?: string;

  /**
   * Trading calendar of all markets, such as `24/5`. Default: `24/7`, a market that never closes. In a market with any
   * other calendar, a minute without a bar inside the coverage of the candles is closed, not missing.
   */
  @Optional()
  @CalendarCode()
  readonly calendarCode?: string;

  /** Labels of the session, with commas between them. */
  @Optional()
  @TagList()
  readonly tags?: string;

  /** Study that the sessions belong to. Default: the study of the project itself. */
  @Optional()
  @StudyName()
  readonly study?: string;

  /** Version of the code of the strategy, such as a commit. */
  @Optional()
  @CodeVersion()
  readonly codeVersion?: string;

  /** `in` if the data was used to choose the parameters, `out` if it was kept aside to test them. */
  @Optional()
  @OneOf(SAMPLES)
  readonly sample?: (typeof SAMPLES)[number];

  /**
   * Parameters of the strategy: a JSON object of up to 4,096 bytes. Default: the parameters in a zip of freqtrade, if
   * the zip contains parameters.
   */
  @Optional()
  @ParametersText()
  readonly parameters?: string;

  /**
   * Name of the file, which the session keeps as `sourceFile`, without a path. Default: the name in the header
   * Content-Disposition. The same file with another name is the same file.
   */
  @Optional()
  @SourceFile()
  readonly fileName?: string;

  /**
   * If true, finishes the session. A session that already exists is not finished.
   * @example "false"
   */
  @Optional()
  @OneOf(FLAGS)
  readonly finish: Flag = 'false';
}

/** The parameters that determine a session. */
export type RunParameters = Pick<
  RunImportQuery,
  | 'symbol'
  | 'name'
  | 'strategy'
  | 'initialBalance'
  | 'accountCurrency'
  | 'accountTimezone'
  | 'feed'
  | 'timeframe'
  | 'calendarCode'
  | 'tags'
  | 'study'
  | 'codeVersion'
  | 'sample'
  | 'parameters'
>;

@ApiExtraModels(SuggestedParametersDto)
export class ImportedSession extends ImportAnswer {
  /** The new session, or the session that an earlier import of the same file created. */
  readonly session!: SessionRecord;

  /**
   * True if the session is new. If false, nothing was written, `stored` counts all trades of the file, and `check` is
   * null.
   * @example true
   */
  readonly created!: boolean;

  /**
   * Address of the session on the review desk, below the base path of the service; null if the desk is off.
   * @example "/desk/#/sessions/0199a8f0-6a40-7012-8c11-54a1b36e9f01"
   */
  @ApiProperty({ type: String, nullable: true })
  readonly desk!: string | null;

  /**
   * Parameters to send with the file, because no symbol of the session ends in a quote currency of the venue. Null if
   * there is nothing to suggest, if the request contains `calendarCode`, or if the session is not new.
   */
  @Suggested()
  readonly suggested!: SuggestedParametersDto | null;
}

export class RunImportAnswer {
  /** The sessions of the file, one for each run. */
  readonly sessions!: ImportedSession[];
}
