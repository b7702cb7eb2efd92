import {
  Decimal,
  Flag,
  Instant,
  ListOf,
  Nested,
  OneOf,
  Optional,
  Reference,
  Text,
} from '../shared/fields/fields.js';
import { Tags } from '../shared/fields/tags.js';
import { AssetInput, FeesConfigInput } from './create-asset.dto.js';
import { OptionalInstant, OptionalStartOf, TEXTS } from './session-fields.js';
import { Timezone } from '../shared/fields/timezone.js';
import { MODES, SOURCES } from './session.entity.js';
import { TrialInput } from './trial.dto.js';

export class CreateSessionDto {
  /**
   * Project that the session belongs to.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @Reference()
  readonly projectId!: string;

  /**
   * Name of the session. White space at both ends is removed.
   * @example "London open, 2023"
   */
  @Text(TEXTS.name)
  readonly name!: string;

  /**
   * Account balance at the start, in account currency.
   * @example 10000
   */
  @Decimal({ minimum: 1, maximum: 1e15 })
  readonly initialBalance!: number;

  /** Kind of trader: a person or a program. */
  @Optional()
  @OneOf(MODES)
  readonly mode: (typeof MODES)[number] = 'manual';

  /** Origin of the session. */
  @Optional()
  @OneOf(SOURCES)
  readonly source: (typeof SOURCES)[number] = 'web';

  /**
   * Currency of the balance and of all money.
   * @example "USDT"
   */
  @Optional()
  @Text({ min: 1, max: 32 })
  readonly accountCurrency: string = 'USD';

  /**
   * Strategy that is tested.
   * @example "Breakout of the first hour"
   */
  @Optional()
  @Text(TEXTS.strategy)
  readonly strategy: string = '';

  /**
   * Notes on the session.
   * @example "Second run with a wider stop"
   */
  @Optional()
  @Text(TEXTS.description)
  readonly description: string = '';

  /**
   * Chart layout of the front end.
   * @example "1"
   */
  @Optional()
  @Text(TEXTS.layoutTemplate)
  readonly layoutTemplate: string = '1';

  /**
   * Markets of the session. Each combination of symbol and feed may occur once. Default: the project's symbol at the
   * timeframe 1m.
   */
  @Optional()
  @ListOf(() => AssetInput, { min: 1, max: 20 })
  readonly assets: AssetInput[] = [Object.assign(new AssetInput(), { timeframe: '1m' })];

  /** Fees of trades on assets without fees of their own. */
  @Optional()
  @Nested(() => FeesConfigInput)
  readonly feesConfig: FeesConfigInput = new FeesConfigInput();

  /**
   * Start of the simulated range, epoch milliseconds. Must be before `rangeEnd`.
   * @example 1680307200000
   */
  @OptionalStartOf('rangeEnd')
  readonly rangeStart: number | null = null;

  /**
   * End of the simulated range, epoch milliseconds.
   * @example 1682899200000
   */
  @OptionalInstant()
  readonly rangeEnd: number | null = null;

  /**
   * Start of the range that a random range is drawn from, epoch milliseconds. Must be before `randomSourceEnd`.
   * @example 1672531200000
   */
  @OptionalStartOf('randomSourceEnd')
  readonly randomSourceStart: number | null = null;

  /**
   * End of the range that a random range is drawn from, epoch milliseconds.
   * @example 1703980800000
   */
  @OptionalInstant()
  readonly randomSourceEnd: number | null = null;

  /**
   * Seed of the random range. If it is left out, the service draws a seed.
   * @example 42
   */
  @Optional()
  @Decimal({ integer: true, minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
  readonly randomSeed?: number;

  /** True if the front end replays the session in blind mode. */
  @Optional()
  @Flag()
  readonly blindMode: boolean = false;

  /** True if the front end smooths the candles of the replay. */
  @Optional()
  @Flag()
  readonly smoothCandles: boolean = false;

  /**
   * IANA time zone of the account.
   * @example "Europe/Berlin"
   */
  @Optional()
  @Timezone()
  readonly accountTimezone: string = 'UTC';

  /**
   * When the session was started, epoch milliseconds. Default: the time of the request.
   * @example 1760000000000
   */
  @Optional()
  @Instant()
  readonly startedAt?: number;

  /**
   * Labels for finding the session, without duplicates. White space at both ends is removed.
   * @example ["breakout", "2023"]
   */
  @Optional()
  @Tags()
  readonly tags: string[] = [];

  /** Labels that identify the session as one try of a search for a strategy. No figure depends on these labels. */
  @Optional()
  @Nested(() => TrialInput)
  readonly trial: TrialInput = new TrialInput();
}
