import type { Asset } from '../../src/sessions/asset.entity.js';

/** An asset of a session without costs. */
export const FREE_ASSET = {
  symbol: 'T',
  contractPolicy: {},
  executionCostConfig: { spread: 0, slippage: 0, fees: { entryFee: 0, exitFee: 0, type: 'percent' } },
} as unknown as Asset;
