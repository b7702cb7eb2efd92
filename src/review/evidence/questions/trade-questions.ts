import type { TradeEvidence } from '../../analysis/trade-evidence/trade-evidence.js';
import { decimalOf, minus, times } from '../../../shared/decimal/exact-decimal.js';
import { whole } from '../../../shared/decimal/exact-sum.js';
import type { EvidenceParameters } from './evidence-parameters.js';
import { type Answered, type Measured, cannotSay, judged } from './question.js';

/**
 * The mean of at least 25 · skewness² trades is close to normally distributed (Cochran, "Sampling Techniques", 1977).
 */
const TRADES_PER_SKEWNESS = whole(25);

/** Is the expectancy above 0? */
export function expectancyAboveZero(
  { tradeCount, skewness, probabilisticSharpe }: TradeEvidence,
  { confidence, minTrades }: EvidenceParameters,
): Answered {
  const measured: Measured = {
    question: 'expectancy-above-zero',
    figure: 'risk.perTrade.probabilisticSharpe',
    value: probabilisticSharpe,
    threshold: confidence,
    source: 'risk',
  };
  if (tradeCount === 0) return cannotSay(measured, 'no-trades');
  if (tradeCount < minTrades || isTooSkewed(tradeCount, skewness))
    return cannotSay(measured, 'too-few-trades');
  if (probabilisticSharpe === null || skewness === null) return cannotSay(measured, 'undefined');
  return judged(measured, probabilisticSharpe >= confidence);
}

function isTooSkewed(tradeCount: number, skewness: number | null): boolean {
  if (skewness === null) return false;
  const exact = decimalOf(skewness);
  return minus(whole(tradeCount), times(TRADES_PER_SKEWNESS, times(exact, exact))).mantissa < 0;
}

/** Is there a profit at higher costs? */
export function survivesCosts({ tradeCount, costs, plNetAtCosts }: TradeEvidence): Answered {
  const measured: Measured = {
    question: 'survives-costs',
    figure: 'plGross − costFactor · costs',
    value: tradeCount === 0 ? null : plNetAtCosts,
    threshold: 0,
    source: 'costs',
  };
  if (tradeCount === 0) return cannotSay(measured, 'no-trades');
  if (costs <= 0) return cannotSay(measured, costs === 0 ? 'no-costs' : 'rebates');
  return judged(measured, plNetAtCosts > 0);
}

/** Is there a profit without the best trades? */
export function notFewTrades({ tradeCount, plNetWithoutBest }: TradeEvidence): Answered {
  const measured: Measured = {
    question: 'not-few-trades',
    figure: 'plNet without the best trades',
    value: tradeCount === 0 ? null : plNetWithoutBest,
    threshold: 0,
    source: 'stats',
  };
  return tradeCount === 0 ? cannotSay(measured, 'no-trades') : judged(measured, plNetWithoutBest > 0);
}

/** Did earlier sessions see only few of the entries? */
export function marketUnseen(
  seenEntryShare: number | null,
  { maxSeen }: Pick<EvidenceParameters, 'maxSeen'>,
): Answered {
  const measured: Measured = {
    question: 'market-unseen',
    figure: 'hindsight.seenEntryShare',
    value: seenEntryShare,
    threshold: maxSeen,
    source: 'hindsight',
  };
  return seenEntryShare === null
    ? cannotSay(measured, 'no-trades')
    : judged(measured, seenEntryShare <= maxSeen);
}
