import { FEEDS, INTERVALS, type Feed, type Interval } from '../candles/intervals.js';
import {
  Decimal,
  Flag,
  Instant,
  ListOf,
  Nested,
  OneOf,
  Optional,
  SymbolName,
  Text,
} from '../common/fields.js';
import { CONTRACT_KINDS } from './asset.entity.js';
import { ConfiguredCost, OptionalInstant, OptionalStartOf, Timezone } from './session-fields.js';
import { MODES, SOURCES } from './session.entity.js';

export const FEE_TYPES = ['percent', 'fixed'] as const;

export class FeesConfigInput {
  /**
   * Fee of the entry: percent of the entry's notional (0.1 means 0.1 %), or an amount.
   * @example 0.1
   */
  @Optional({ default: 0 })
  @ConfiguredCost()
  readonly entryFee?: number;

  /**
   * Fee of the exit, likewise.
   * @example 0.1
   */
  @Optional({ default: 0 })
  @ConfiguredCost()
  readonly exitFee?: number;

  /** Whether the fees are percentages or fixed amounts. */
  @Optional({ default: 'percent' })
  @OneOf(FEE_TYPES)
  readonly type?: (typeof FEE_TYPES)[number];
}

export class ExecutionCostInput {
  /**
   * Full quoted spread in price units.
   * @example 0.5
   */
  @Optional({ default: 0 })
  @ConfiguredCost()
  readonly spread?: number;

  /**
   * Slippage of each fill in price units.
   * @example 0.1
   */
  @Optional({ default: 0 })
  @ConfiguredCost()
  readonly slippage?: number;

  /** Fees of this market; a copy of the session's when left out. */
  @Optional()
  @Nested(() => FeesConfigInput)
  readonly fees?: FeesConfigInput;
}

export class ContractPolicyInput {
  /** Must match the feed: `spot` for venue-spot, `current-quarter` for venue-usdm-current-quarter. */
  @Optional()
  @OneOf(CONTRACT_KINDS)
  readonly kind?: (typeof CONTRACT_KINDS)[number];
}

export class AssetInput {
  /** Symbol of the market; the project's when left out. */
  @Optional()
  @SymbolName()
  readonly symbol?: string;

  @Optional({ default: 'venue-spot' })
  @OneOf(FEEDS)
  readonly feed?: Feed;

  @Optional({ default: '1m' })
  @OneOf(INTERVALS)
  readonly timeframe?: Interval;

  /**
   * Trading calendar.
   * @example "24/7"
   */
  @Optional({ default: '24/7' })
  @Text({ min: 1, max: 32 })
  readonly calendarCode?: string;

  @Optional()
  @Nested(() => ExecutionCostInput)
  readonly executionCostConfig?: ExecutionCostInput;

  @Optional()
  @Nested(() => ContractPolicyInput)
  readonly contractPolicy?: ContractPolicyInput;
}

export class CreateSessionDto {
  /**
   * Project that the session belongs to.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @Text({ max: 100 })
  readonly projectId!: string;

  /**
   * Name of the session; white space at both ends is cut off.
   * @example "London open, 2023"
   */
  @Text({ min: 1, max: 200, trimmed: true })
  readonly name!: string;

  /**
   * Balance of the account at the start, in account currency.
   * @example 10000
   */
  @Decimal({ minimum: 1, maximum: 1e15 })
  readonly initialBalance!: number;

  @Optional({ default: 'manual' })
  @OneOf(MODES)
  readonly mode?: (typeof MODES)[number];

  @Optional({ default: 'web' })
  @OneOf(SOURCES)
  readonly source?: (typeof SOURCES)[number];

  /** @example "USDT" */
  @Optional({ default: 'USD' })
  @Text({ min: 1, max: 32 })
  readonly accountCurrency?: string;

  /** @example "Breakout of the first hour" */
  @Optional({ default: '' })
  @Text({ max: 1000 })
  readonly strategy?: string;

  /** @example "Second run with a wider stop" */
  @Optional({ default: '' })
  @Text({ max: 5000 })
  readonly description?: string;

  /** @example "1" */
  @Optional({ default: '1' })
  @Text({ min: 1, max: 32 })
  readonly layoutTemplate?: string;

  /** Markets of the session, each (symbol, feed) once; one with the project's symbol on venue-spot when left out. */
  @Optional()
  @ListOf(() => AssetInput, { min: 1, max: 20 })
  readonly assets?: AssetInput[];

  /** Fees of trades on assets without fees of their own; none when left out. */
  @Optional()
  @Nested(() => FeesConfigInput)
  readonly feesConfig?: FeesConfigInput;

  /**
   * Start of the simulated range, epoch milliseconds.
   * @example 1680307200000
   */
  @OptionalStartOf('rangeEnd')
  readonly rangeStart?: number | null;

  /**
   * End of the simulated range, epoch milliseconds.
   * @example 1682899200000
   */
  @OptionalInstant()
  readonly rangeEnd?: number | null;

  /**
   * Start of the range that a random range is drawn from.
   * @example 1672531200000
   */
  @OptionalStartOf('randomSourceEnd')
  readonly randomSourceStart?: number | null;

  /**
   * End of the range that a random range is drawn from.
   * @example 1703980800000
   */
  @OptionalInstant()
  readonly randomSourceEnd?: number | null;

  /**
   * Seed of the random range; drawn when left out.
   * @example 42
   */
  @Optional()
  @Decimal({ integer: true, minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
  readonly randomSeed?: number;

  @Optional({ default: false })
  @Flag()
  readonly blindMode?: boolean;

  @Optional({ default: false })
  @Flag()
  readonly smoothCandles?: boolean;

  /** IANA time zone of the account. */
  @Optional({ default: 'UTC' })
  @Timezone()
  readonly accountTimezone?: string;

  /**
   * When the session was started; now when left out.
   * @example 1760000000000
   */
  @Optional()
  @Instant()
  readonly startedAt?: number;
}
