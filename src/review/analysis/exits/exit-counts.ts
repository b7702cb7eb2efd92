import type { ExitGrid } from './exit-grid.js';
import type { Cell } from './bracket.js';
import type { ExitWalks } from './exit-walks.js';

/**
 * Numbers of trades by how they end in a cell. Counts only trades whose end depends on nothing but the first touches of
 * levels.
 */
export interface ExitCounts {
  readonly targets: number;
  readonly stops: number;
  /** Number of trades for which the first bar that touches the target is also the first bar that touches the stop. */
  readonly both: number;
  /** Sum of the results of trades that reach the horizon, in units of 1e-8 R. */
  readonly closeUnits: number;
  readonly closeWins: number;
}

/**
 * Counts the ends of trades for every cell. A trade is processed once per level instead of once per cell. Levels are
 * touched from the entry outwards, so a target is touched after a certain number of stops and before all other stops.
 * @param closeUnits result of each trade at the horizon, in units of 1e-8 R; 0 for other trades
 */
export function exitCounts(
  { targets, stops }: ExitGrid,
  walks: ExitWalks,
  trades: Uint32Array,
  closeUnits: Float64Array,
): (cell: Cell) => ExitCounts {
  const width = stops.length + 1;
  const ups = walks.touches.slice(0, targets.length).map(({ bar }) => bar);
  const downs = walks.touches.slice(targets.length).map(({ bar }) => bar);
  const table = () => new Float64Array((targets.length + 1) * width);
  /** Number of trades that touch the target, by target and by the number of stops that they touched before. */
  const stopsBefore = table();
  /** Number of trades whose target and stop are first touched by the same bar, by target and by stop. */
  const both = table();
  /** Counts of all trades, by the number of touched targets and the number of touched stops. */
  const ended = { count: table(), closeUnits: table(), closeWins: table() };

  for (let i = 0; i < trades.length; i += 1) {
    const trade = trades[i]!;
    const touchedTargets = walks.targetsTouched[trade]!;
    const touchedStops = walks.stopsTouched[trade]!;
    let before = 0;
    for (let target = 0; target < touchedTargets; target += 1) {
      const up = ups[target]![trade]!;
      while (before < touchedStops && downs[before]![trade]! < up) before += 1;
      stopsBefore[target * width + before]! += 1;
      for (let stop = before; stop < touchedStops && downs[stop]![trade] === up; stop += 1)
        both[target * width + stop]! += 1;
    }
    const end = touchedTargets * width + touchedStops;
    ended.count[end]! += 1;
    ended.closeUnits[end]! += closeUnits[i]!;
    ended.closeWins[end]! += Number(closeUnits[i]! > 0);
  }

  return ({ target, stop }) => {
    let [stopped, closed, sum, wins] = [0, 0, 0, 0];
    for (let before = stop + 1; before < width; before += 1) stopped += stopsBefore[target * width + before]!;
    for (let touchedTargets = 0; touchedTargets <= target; touchedTargets += 1) {
      for (let touchedStops = 0; touchedStops < width; touchedStops += 1) {
        const end = touchedTargets * width + touchedStops;
        if (touchedStops > stop) {
          stopped += ended.count[end]!;
        } else {
          closed += ended.count[end]!;
          sum += ended.closeUnits[end]!;
          wins += ended.closeWins[end]!;
        }
      }
    }
    const atBoth = both[target * width + stop]!;
    return {
      targets: trades.length - stopped - atBoth - closed,
      stops: stopped,
      both: atBoth,
      closeUnits: sum,
      closeWins: wins,
    };
  };
}
