import {
  type ExactDecimal,
  decimalOf,
  minus,
  rounded,
  roundedQuotient,
  times,
} from '../../../shared/decimal/exact-decimal.js';
import { whole } from '../../../shared/decimal/exact-sum.js';
import type { AnalysedTrades } from '../analysed-trades.js';
import type { StampResolution } from '../minutes/stamp-resolution.js';
import { excursionWindow } from './excursion-window.js';
import { MINUTE_MS } from '../../../shared/market/intervals.js';
import type { ExcursionWalks } from './walk-excursions.js';

export type ExcursionTrades = Pick<
  AnalysedTrades,
  'count' | 'direction' | 'entryTime' | 'exitTime' | 'entryPrice' | 'exitPrice' | 'stopLoss'
>;

/** The lower and the upper bound of a figure; null if a bound is unknown. */
export interface Bounds<Min = number> {
  readonly min: Min;
  readonly max: number | null;
}

/**
 * The maximum favourable and the maximum adverse excursion: how far price moved for and against the trade. Both are at
 * least 0. The minimum uses only prices that certainly lie within the trade. The maximum uses all bars that may overlap
 * the trade.
 */
export interface Moves {
  readonly mfe: Bounds;
  readonly mae: Bounds;
}

export interface Excursion {
  /** `incomplete` if a bar that may lie within the trade is missing. The excursions then have no upper bound. */
  readonly status: 'complete' | 'incomplete';
  /** Moves in price units. */
  readonly price: Moves;
  /** Moves in units of the initial risk; null without an initial risk. */
  readonly r: Moves | null;
  /** Moves in percent of the entry price. */
  readonly pct: Moves;
  /**
   * Gross move / MFE: the share of the favourable move that the exit kept. The share is negative for a losing trade. It
   * is null if the MFE is 0. A bound is null if the MFE that it uses is 0 or unknown.
   */
  readonly exitEfficiency: Bounds<number | null> | null;
}

/** Returns the excursions of one trade. Each figure is exact and then rounded to 8 decimals. */
export function excursionOf(
  trades: ExcursionTrades,
  walks: ExcursionWalks,
  trade: number,
  resolution: StampResolution,
): Excursion {
  const entry = decimalOf(trades.entryPrice[trade]!);
  const exit = decimalOf(trades.exitPrice[trade]!);
  const stop = trades.stopLoss[trade]!;
  const isComplete = hasAllBars(trades, walks, trade, resolution);
  const moves = movesOf(trades, walks, trade, isComplete);
  const isLong = trades.direction[trade] === 1;
  const grossMove = isLong ? minus(exit, entry) : minus(entry, exit);
  return {
    status: isComplete ? 'complete' : 'incomplete',
    price: inUnits(moves, rounded),
    r: inRisk(moves, stop, entry),
    pct: inUnits(moves, (move) => roundedQuotient(times(move, whole(100)), entry)),
    exitEfficiency: efficiency(grossMove, moves.mfe),
  };
}

/** Returns the excursions in R of a trade; null if bars are missing or the trade has no initial risk. */
export function completeInRisk(
  trades: ExcursionTrades,
  walks: ExcursionWalks,
  trade: number,
  resolution: StampResolution,
): Moves | null {
  const stop = trades.stopLoss[trade]!;
  if (Number.isNaN(stop) || !hasAllBars(trades, walks, trade, resolution)) return null;
  return inRisk(movesOf(trades, walks, trade, true), stop, decimalOf(trades.entryPrice[trade]!));
}

const inRisk = (moves: ExactMoves, stop: number, entry: ExactDecimal): Moves | null =>
  Number.isNaN(stop) ? null : inUnits(moves, (move) => roundedQuotient(move, distance(stop, entry)));

/** Returns whether all bars that may lie within the trade have been read. */
export function hasAllBars(
  { entryTime, exitTime }: Pick<ExcursionTrades, 'entryTime' | 'exitTime'>,
  { seen }: ExcursionWalks,
  trade: number,
  resolution: StampResolution,
): boolean {
  const { start, end } = excursionWindow(entryTime[trade]!, exitTime[trade]!, resolution).possible;
  return seen[trade] === (end - start) / MINUTE_MS;
}

interface ExactBounds {
  readonly min: ExactDecimal;
  readonly max: ExactDecimal | null;
}

type ExactMoves = Readonly<Record<'mfe' | 'mae', ExactBounds>>;

/**
 * Returns the moves from the entry price. The entry price and the exit price are certain prices, and every certain
 * price is also a possible price. An exit price may lie outside all bars, because it comes from another feed or
 * includes slippage. It then raises both bounds.
 */
function movesOf(
  trades: ExcursionTrades,
  walks: ExcursionWalks,
  trade: number,
  isComplete: boolean,
): ExactMoves {
  const [entryPrice, exitPrice] = [trades.entryPrice[trade]!, trades.exitPrice[trade]!];
  const certainHigh = Math.max(entryPrice, exitPrice, walks.certainHigh[trade]!);
  const certainLow = Math.min(entryPrice, exitPrice, walks.certainLow[trade]!);
  const possibleHigh = Math.max(certainHigh, walks.possibleHigh[trade]!);
  const possibleLow = Math.min(certainLow, walks.possibleLow[trade]!);
  const entry = decimalOf(entryPrice);
  const boundsOf = (certain: number, possible: number) => ({
    min: distance(certain, entry),
    max: isComplete ? distance(possible, entry) : null,
  });
  const [up, down] = [boundsOf(certainHigh, possibleHigh), boundsOf(certainLow, possibleLow)];
  return trades.direction[trade] === 1 ? { mfe: up, mae: down } : { mfe: down, mae: up };
}

function distance(price: number, from: ExactDecimal): ExactDecimal {
  const { mantissa, scale } = minus(decimalOf(price), from);
  return { mantissa: mantissa < 0 ? -mantissa : mantissa, scale };
}

function inUnits({ mfe, mae }: ExactMoves, figure: (move: ExactDecimal) => number): Moves {
  const bounds = ({ min, max }: ExactBounds) => ({ min: figure(min), max: max && figure(max) });
  return { mfe: bounds(mfe), mae: bounds(mae) };
}

/**
 * Returns the exit efficiency. The greatest MFE leads to the lower bound for a winning trade, and to the upper bound
 * for a losing trade. If the gross move is 0, the efficiency is 0 for any MFE.
 */
function efficiency(grossMove: ExactDecimal, mfe: ExactBounds): Excursion['exitEfficiency'] {
  if (mfe.max?.mantissa == 0) return null;
  const share = (of: ExactDecimal | null) =>
    of === null || of.mantissa == 0 ? null : roundedQuotient(grossMove, of);
  const [ofLeast, ofGreatest] = [share(mfe.min), share(mfe.max)];
  if (grossMove.mantissa == 0) return { min: ofGreatest, max: ofGreatest };
  return grossMove.mantissa > 0 ? { min: ofGreatest, max: ofLeast } : { min: ofLeast, max: ofGreatest };
}
