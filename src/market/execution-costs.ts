export const FEE_TYPES = ['percent', 'fixed'] as const;
export type FeeType = (typeof FEE_TYPES)[number];

/** `percent`: of the notional of each fill, 0.1 means 0.1 %. `fixed`: money per fill. */
export interface FeesConfig {
  readonly entryFee: number;
  readonly exitFee: number;
  readonly type: FeeType;
}

export const isSameFees = (one: FeesConfig, other: FeesConfig): boolean =>
  one.entryFee === other.entryFee && one.exitFee === other.exitFee && one.type === other.type;

/** `spread` is the full quoted spread, `slippage` the loss of one fill, both in price units. */
export interface ExecutionCosts {
  readonly spread: number;
  readonly slippage: number;
  readonly fees: FeesConfig;
}

export const isSameCosts = (one: ExecutionCosts, other: ExecutionCosts): boolean =>
  one.spread === other.spread && one.slippage === other.slippage && isSameFees(one.fees, other.fees);
