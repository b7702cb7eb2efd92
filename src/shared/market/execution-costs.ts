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

/** Costs of execution. `spread` (the full quoted spread) and `slippage` (the loss of one fill) are in price units. */
export interface ExecutionCosts {
  readonly spread: number;
  readonly slippage: number;
  readonly fees: FeesConfig;
}

export const isSameCosts = (one: ExecutionCosts, other: ExecutionCosts): boolean =>
  one.spread === other.spread && one.slippage === other.slippage && isSameFees(one.fees, other.fees);
