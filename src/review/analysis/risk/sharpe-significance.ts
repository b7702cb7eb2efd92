import { type Moments, deviationOf, meanOf } from '../../../shared/figures/probability/moments.js';
import { normalCdf, normalQuantile } from '../../../shared/figures/probability/normal.js';

/**
 * Returns the significance of the Sharpe ratio of single trades, SR = mean/sd. With the skewness g₁ and the kurtosis b₂
 * of the trades, v = 1 − g₁·SR + (b₂ − 1)/4·SR².
 * - probabilisticSharpe = Φ(SR·√(N − 1)/√v), 0..1: the probability that the true ratio is above 0 (Bailey and López de
 *   Prado, "The Sharpe ratio efficient frontier", 2012, where b₂ is 3 for a normal distribution). Null if v is not
 *   above 0.
 * - minTrackRecordLength = 1 + v·(z₀.₉₅/SR)²: the number of trades after which that probability is 95 %. Null unless SR
 *   is above 0.
 * - tradesNeeded = ((z₀.₉₇₅ + z₀.₈)/SR)², rounded up: the number of trades after which a test at 5 % distinguishes the
 *   expectancy from 0 with a probability of 80 %. Null if SR is 0.
 *
 * All figures are null for fewer than 2 trades, or if all trades are equal.
 */
export function sharpeSignificance(moments: Moments) {
  const { skewness, kurtosis } = moments;
  const deviation = deviationOf(moments);
  if (!deviation || skewness === null || kurtosis === null) return UNDEFINED;
  const ratio = meanOf(moments) / deviation;
  const v = 1 - skewness * ratio + ((kurtosis - 1) / 4) * ratio * ratio;
  return {
    probabilisticSharpe: v > 0 ? normalCdf((ratio * Math.sqrt(moments.count - 1)) / Math.sqrt(v)) : null,
    minTrackRecordLength: ratio > 0 ? 1 + v * (normalQuantile(0.95) / ratio) ** 2 : null,
    tradesNeeded:
      ratio === 0 ? null : Math.ceil(((normalQuantile(0.975) + normalQuantile(0.8)) / ratio) ** 2),
  };
}

const UNDEFINED = { probabilisticSharpe: null, minTrackRecordLength: null, tradesNeeded: null };
