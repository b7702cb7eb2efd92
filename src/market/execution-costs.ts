export const FEE_TYPES = ['percent', 'fixed'] as const;
export type FeeType = (typeof FEE_TYPES)[number];

/**
 * The fees of each fill. A `percent` fee is a share of the notional: 0.1 means 0.1 %. A `fixed` fee is an amount of
 * money.
 */
export interface FeesConfig {
  readonly entryFee: number;
  readonly exitFee: number;
  readonly type: FeeType;
}

export const isSameFees = (one: FeesConfig, other: FeesConfig): boolean =>
  one.entryFee === other.entryFee && one.exitFee === other.exitFee && one.type === other.type;

/** The costs of a fill, in price units. `spread` is the full quoted spread; `slippage` is the loss of one fill. */
export interface ExecutionCosts {
  readonly spread: number;
  readonly slippage: number;
  readonly fees: FeesConfig;
}

export const isSameCosts = (one: ExecutionCosts, other: ExecutionCosts): boolean =>
  one.spread === other.spread && one.slippage === other.slippage && isSameFees(one.fees, other.fees);
