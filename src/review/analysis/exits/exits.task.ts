import { hasRisk, placesByAsset } from '../../../stats/ideal-r/places-by-asset.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import { readFillBars } from '../candle-reads/candle-context.js';
import { walkStored } from '../candle-reads/stored-minutes.js';
import { decimalsByAsset } from '../fills/fill-bars.js';
import { resolutionOf } from '../minutes/stamp-resolution.js';
import type { CandleTaskSettings } from '../tasks/candle-settings.js';
import { type CandleContext, type CandleReads, candleTask } from '../tasks/candle-task.js';
import { autoTargets } from './auto-targets.js';
import { measuredExits, unmeasuredExits } from './exit-cells.js';
import { EXIT_DEFINITIONS } from './exit-definitions.js';
import { type ExitGrid, type RequestedGrid, exitGrid } from './exit-grid.js';
import { newExitWalks } from './exit-walks.js';
import { readFavourableMoves } from './favourable-moves.js';
import { walkExits } from './walk-exits.js';

export interface ExitSettings {
  readonly grid: RequestedGrid;
  readonly horizonMs: number;
}

export const exitsTask = candleTask({
  name: 'exits',
  version: 3,
  definitions: EXIT_DEFINITIONS,
  compute: exits,
});

/** Computes the results of other exits. */
async function exits(
  trades: AnalysedTrades,
  settings: ExitSettings & CandleTaskSettings,
  context: CandleContext,
): Promise<object> {
  const { reads, whole } = context;
  const { horizonMs, minutes } = settings;
  const { entryMs } = resolutionOf(whole);
  const decimals = await readDecimals(reads, whole, settings);
  const places = placesByAsset(trades, hasRisk(trades));
  const grid = await gridFor(trades, places, settings, context);
  const walks = newExitWalks(trades, grid);
  let bars = 0;
  for (const market of minutes) {
    const { asset } = market;
    const walkers = {
      trades,
      places: places.get(asset) ?? new Uint32Array(),
      horizonMs,
      grid,
      entryMs,
      decimals: decimals.get(asset) ?? 0,
      walks,
    };
    bars += await walkStored(reads, market, (minutes) => walkExits(walkers, minutes));
  }
  if (bars === 0) {
    const eligible = [...places.values()].reduce((sum, { length }) => sum + length, 0);
    return {
      state: 'unavailable',
      reason: 'candles-unavailable',
      ...unmeasuredExits(trades.count, eligible),
    };
  }
  return { ...settings.outcome, ...measuredExits(trades, grid, walks) };
}

/** Targets that depend on the trades take a pass of their own over the bars, because the walks need the targets. */
async function gridFor(
  trades: AnalysedTrades,
  places: ReadonlyMap<number, Uint32Array>,
  settings: ExitSettings & CandleTaskSettings,
  context: CandleContext,
): Promise<ExitGrid> {
  const { targets, stops, breakEvenAt } = settings.grid;
  if (targets !== 'auto') return { targets, stops, breakEvenAt };
  const moves = await readFavourableMoves(trades, places, settings, context);
  return exitGrid(autoTargets(moves), stops, breakEvenAt);
}

/**
 * Reads the number of decimals of the prices of each asset. These numbers are needed only if the resolution shows that
 * an entry may be at the open of its bar.
 */
async function readDecimals(
  reads: CandleReads,
  trades: AnalysedTrades,
  settings: CandleTaskSettings,
): Promise<ReadonlyMap<number, number>> {
  const resolution = resolutionOf(trades);
  if (resolution.entryMs === 0) return new Map();
  return decimalsByAsset(trades, await readFillBars(reads, trades, settings, resolution));
}
