import { AMOUNT, Decimal, Nested, OneOf, Optional, SymbolName, Timeframe } from '../shared/fields/fields.js';
import { FEE_TYPES, type FeeType } from '../shared/market/execution-costs.js';
import { CONTRACT_KINDS, type ContractKind, FEEDS, type Feed } from '../shared/market/feeds.js';
import { ALWAYS_OPEN } from '../shared/market/calendars.js';
import { CalendarCode, ConfiguredCost } from './session-fields.js';

export class FeesConfigInput {
  /**
   * Fee of the entry: with `percent` a percentage of the entry notional (0.1 means 0.1 %), with `fixed` an amount in
   * account currency.
   * @example 0.1
   */
  @Optional()
  @ConfiguredCost()
  readonly entryFee: number = 0;

  /**
   * Fee of the exit, in the same unit as the entry fee; a percentage applies to the exit notional.
   * @example 0.1
   */
  @Optional()
  @ConfiguredCost()
  readonly exitFee: number = 0;

  /** Kind of the fees: percentages or fixed amounts. */
  @Optional()
  @OneOf(FEE_TYPES)
  readonly type: FeeType = 'percent';
}

export class ExecutionCostInput {
  /**
   * Full quoted spread in price units.
   * @example 0.5
   */
  @Optional()
  @ConfiguredCost()
  readonly spread: number = 0;

  /**
   * Slippage of each fill in price units.
   * @example 0.1
   */
  @Optional()
  @ConfiguredCost()
  readonly slippage: number = 0;

  /** Fees of this market. Default: a copy of the session's `feesConfig`. */
  @Optional()
  @Nested(() => FeesConfigInput)
  readonly fees?: FeesConfigInput;
}

export class ContractPolicyInput {
  /** Must match the feed: `spot` for venue-spot, `current-quarter` for venue-usdm-current-quarter. */
  @Optional()
  @OneOf(CONTRACT_KINDS)
  readonly kind?: ContractKind;

  /**
   * Default of `pointValue` for the trades of this market: the money, in account currency, that one unit of `qty` earns
   * when the price rises by 1. Without it, the default is 1.
   * @example 50
   */
  @Optional()
  @Decimal(AMOUNT)
  readonly multiplier?: number;
}

export class AssetInput {
  /**
   * Symbol of the market, in upper or lower case. Default: the project's symbol.
   * @example "BTCUSDT"
   */
  @Optional()
  @SymbolName()
  readonly symbol?: string;

  /** Feed of the market. */
  @Optional()
  @OneOf(FEEDS)
  readonly feed: Feed = 'venue-spot';

  /**
   * Bar interval of the market: a number and a unit, where `m` means minutes and `M` means months. Default: the
   * project's timeframe.
   * @example "15m"
   */
  @Optional()
  @Timeframe()
  readonly timeframe?: string;

  /**
   * Trading calendar of the market. In a market with another calendar than `24/7`, a minute without a bar inside the
   * coverage of the candles is closed, not missing, and so is the time between two covered spans that are at most six
   * days apart.
   * @example "24/7"
   */
  @Optional()
  @CalendarCode()
  readonly calendarCode: string = ALWAYS_OPEN;

  /** Execution costs of this market. */
  @Optional()
  @Nested(() => ExecutionCostInput)
  readonly executionCostConfig: ExecutionCostInput = new ExecutionCostInput();

  /** Contract that is traded in this market. The feed determines the contract. */
  @Optional()
  @Nested(() => ContractPolicyInput)
  readonly contractPolicy?: ContractPolicyInput;
}
