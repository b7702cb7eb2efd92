import { decimalOf, minus, roundedQuotient } from '../../shared/decimal/exact-decimal.js';
import { LOSS, classifyOutcomes } from '../../shared/figures/calculator/outcomes.js';
import type { IdealRObservationDto } from './ideal-r.dto.js';
import type { RiskedTrades } from './risked-trades.js';
import type { Walks } from './walk-minutes.js';
import { windowStart } from './windows.js';

export interface IdealRSettings {
  /** Time from the entry to the end of the window, ms. */
  readonly horizonMs: number;
  /** Ideal R from which a losing trade could have been moved to break-even. */
  readonly thresholdR: number;
  /** |plNet| up to which a trade counts as break-even, in account currency. */
  readonly breakEvenThreshold: number;
}

/** Results of the walks, by index of the trade: the observation of each trade, and whether each trade is a loss. */
export interface Observed {
  readonly observations: IdealRObservationDto[];
  readonly losing: Uint8Array;
}

/**
 * Returns one observation per trade. Only complete observations count as measured. An incomplete observation covers the
 * bars before the first missing bar.
 */
export function observe(trades: RiskedTrades, walks: Walks, settings: IdealRSettings): Observed {
  const { horizonMs, thresholdR, breakEvenThreshold } = settings;
  const { outcomes } = classifyOutcomes(trades.plNet, trades.count, breakEvenThreshold);
  const losing = outcomes.map((outcome) => Number(outcome === LOSS));
  const observations = Array.from({ length: trades.count }, (_, trade): IdealRObservationDto => {
    const complete = walks.complete[trade] === 1;
    const windowStartTime = trades.entryTime[trade]!;
    const seenUntil = walks.usedUntil[trade]!;
    const idealR = idealRAt(trades, trade, walks.best[trade]!);
    return {
      tradeId: trades.idOf(trade),
      status: complete ? 'complete' : 'incomplete',
      idealR,
      bestPrice: bestPriceAt(trades, trade, walks.best[trade]!),
      windowStartTime,
      targetEndTime: windowStartTime + horizonMs,
      observedEndTime: seenUntil === windowStart(windowStartTime) ? windowStartTime : seenUntil,
      couldHaveProfitBreakEven: complete && losing[trade] === 1 && idealR >= thresholdR,
    };
  });
  return { observations, losing };
}

const bestPriceAt = ({ direction, entryPrice }: RiskedTrades, trade: number, best: number): number =>
  best === -Infinity ? entryPrice[trade]! : direction[trade]! * best;

/**
 * Returns the favourable move divided by the risk, at least 0. The quotient is computed exactly and then rounded to 8
 * decimals, so a move of exactly the risk gives 1. The formula also holds for a short trade, because the signs cancel
 * out: (entry − best) / (stop − entry) = (best − entry) / (entry − stop).
 */
function idealRAt(trades: RiskedTrades, trade: number, best: number): number {
  if (best === -Infinity) return 0;
  const entry = decimalOf(trades.entryPrice[trade]!);
  const move = minus(decimalOf(trades.direction[trade]! * best), entry);
  const risk = minus(entry, decimalOf(trades.stopLoss[trade]!));
  return Math.max(0, roundedQuotient(move, risk));
}
