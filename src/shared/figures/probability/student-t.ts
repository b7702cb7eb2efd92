import { normalQuantile } from './normal.js';

/*
 * Probabilities and quantiles of Student's t distribution. The absolute error of probabilities is below 1e-13 and their
 * relative error below 1e-11, even for millions of degrees of freedom. Differences of log gammas would lose 7 digits
 * for so many degrees of freedom. The relative error of quantiles is below 1e-13.
 */

/**
 * Returns the probability that chance alone gives a value of at least |t|. It is the regularised incomplete beta
 * function I_x(ν/2, 1/2) at x = ν/(ν + t²) (Abramowitz and Stegun, 26.7.1).
 * @param degreesOfFreedom above 0, not necessarily whole
 */
export function twoSidedPValue(t: number, degreesOfFreedom: number): number {
  const a = degreesOfFreedom / 2;
  const odds = (t * t) / degreesOfFreedom;
  const y = 1 / (1 + degreesOfFreedom / (t * t));
  // x^a · y^½ / B(a, ½). The logarithm keeps the digits of x if x is close to 1.
  const front = (Math.exp(-a * Math.log1p(odds)) * Math.sqrt(y) * gammaRatio(a)) / Math.sqrt(Math.PI);
  return t * t <= NEAR
    ? 1 - front * 2 * betaSeries(a, y)
    : (front / a) * betaFraction(a, 0.5, 1 / (1 + odds));
}

/**
 * Largest t² for which the series is used. Up to this t², the series converges quickly, and 1 minus the series loses no
 * digits.
 */
const NEAR = 10;

/** The quantile of the normal distribution. It is smaller than the same quantile of any t distribution. */
const NORMAL = normalQuantile(0.975);

/** Returns the |t| that chance exceeds in 5 % of all cases. */
export function criticalT(degreesOfFreedom: number): number {
  // Above 0 the probability is a convex function of t. Therefore Newton's steps that start below the root never go
  // beyond the root.
  let t = NORMAL;
  for (let step = 1; step > 1e-15 * t;) {
    step = (twoSidedPValue(t, degreesOfFreedom) - 0.05) / (2 * density(t, degreesOfFreedom));
    t += step;
  }
  return t;
}

const density = (t: number, degreesOfFreedom: number): number =>
  (gammaRatio(degreesOfFreedom / 2) / Math.sqrt(degreesOfFreedom * Math.PI)) *
  Math.exp((-(degreesOfFreedom + 1) / 2) * Math.log1p((t * t) / degreesOfFreedom));

/** From this value of a on, the series of powers of 1/a is exact to the last digit of a double. */
const LARGE = 32;

/** Coefficients of the powers of 1/a in Γ(a + ½)/(Γ(a)·√a) (Tricomi and Erdélyi, 1951). */
const SERIES = [1, -1 / 8, 1 / 128, 5 / 1024, -21 / 32768, -399 / 262144, 869 / 4194304, 39325 / 33554432];

/** Returns Γ(a + ½)/Γ(a). */
function gammaRatio(a: number): number {
  let factor = 1;
  let large = a;
  for (; large < LARGE; large += 1) factor *= large / (large + 0.5);
  return factor * Math.sqrt(large) * SERIES.reduceRight((sum, coefficient) => sum / large + coefficient, 0);
}

const EPSILON = 2 ** -53;

/** Returns Σ (a + ½)ₙ / (3/2)ₙ · yⁿ, which has no cancellation (DLMF 8.17.8). */
function betaSeries(a: number, y: number): number {
  let sum = 1;
  for (let n = 0, term = 1; term > EPSILON * sum; n += 1) {
    term *= ((a + 0.5 + n) / (1.5 + n)) * y;
    sum += term;
  }
  return sum;
}

/**
 * Returns the continued fraction of the incomplete beta function (DLMF 8.17.22), evaluated from its beginning (Lentz,
 * Thompson and Barnett).
 */
function betaFraction(a: number, b: number, x: number): number {
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1, change = 0; Math.abs(change - 1) > EPSILON && m < 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    change = d * c;
    fraction *= change;
  }
  return fraction;
}
