import { type Moments, momentsOf } from '../../shared/figures/probability/moments.js';
import type { ColumnsOfTrades } from '../../trades/read-trade-columns.js';
import { type MarketTime, openTime } from './market-time.js';

export const SAMPLE_COLUMNS = ['entryTime', 'exitTime', 'plNet', 'plPct', 'rMultiple', 'asset'] as const;

/** Columns from which a sample is computed. */
export type SampledTrades = ColumnsOfTrades<(typeof SAMPLE_COLUMNS)[number]>;

/** The sample of a session: the data that a test of its trades against the trades of another session needs. */
export interface TradeSample {
  readonly plNet: Moments;
  readonly plPct: Moments;
  readonly rMultiple: Moments;
  /** Market time of each asset with trades, keyed by the position of the asset. */
  readonly markets: ReadonlyMap<number, MarketTime>;
}

export function tradeSample(trades: SampledTrades): TradeSample {
  const markets = new Map<number, MarketTime>();
  for (const asset of new Set(trades.asset)) markets.set(asset, marketTimeOf(trades, asset));
  return {
    plNet: momentsOf(trades.plNet),
    plPct: momentsOf(trades.plPct),
    rMultiple: momentsOf(trades.rMultiple),
    markets,
  };
}

function marketTimeOf({ entryTime, exitTime, asset: assets }: SampledTrades, asset: number): MarketTime {
  const isOfAsset = (_: number, place: number) => assets[place] === asset;
  return openTime(entryTime.filter(isOfAsset), exitTime.filter(isOfAsset));
}
