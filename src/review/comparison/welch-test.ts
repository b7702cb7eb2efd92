import { minus, roundedDouble, times, toDouble } from '../../shared/decimal/exact-decimal.js';
import { ratio, whole } from '../../shared/decimal/exact-sum.js';
import type { Moments } from '../../shared/figures/probability/moments.js';
import { criticalT, twoSidedPValue } from '../../shared/figures/probability/student-t.js';

/** Result of Welch's test. Undefined values are null, and numbers are rounded to 8 decimals. */
export interface WelchTest {
  readonly difference: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly tStatistic: number | null;
  readonly degreesOfFreedom: number | null;
  readonly pValue: number | null;
}

/**
 * Returns the difference of two means, a − b, with its 95 % interval, and Welch's t-test of whether the true difference
 * is 0. The test does not assume that the variances are equal (Welch, "The generalization of Student's problem", 1947).
 */
export function welchTest(a: Moments, b: Moments): WelchTest {
  const difference = differenceOf(a, b);
  const values = testOf(a, b);
  return { difference: difference && ratio(difference.dividend, difference.divisor), ...values };
}

const UNDEFINED = { low: null, high: null, tStatistic: null, degreesOfFreedom: null, pValue: null };

function testOf(a: Moments, b: Moments): Omit<WelchTest, 'difference'> {
  const difference = differenceOf(a, b);
  if (!difference || a.variance === null || b.variance === null) return UNDEFINED;
  const [ofA, ofB] = [a.variance / a.count, b.variance / b.count];
  const squaredError = ofA + ofB;
  if (squaredError === 0) return UNDEFINED;
  const mean = toDouble(difference.dividend) / toDouble(difference.divisor);
  const error = Math.sqrt(squaredError);
  // The squares of the variances could overflow. The squares of their shares cannot.
  const [shareOfA, shareOfB] = [ofA / squaredError, ofB / squaredError];
  const degreesOfFreedom = 1 / (shareOfA ** 2 / (a.count - 1) + shareOfB ** 2 / (b.count - 1));
  const reach = criticalT(degreesOfFreedom) * error;
  return {
    low: roundedDouble(mean - reach),
    high: roundedDouble(mean + reach),
    tStatistic: roundedDouble(mean / error),
    degreesOfFreedom: roundedDouble(degreesOfFreedom),
    pValue: roundedDouble(twoSidedPValue(mean / error, degreesOfFreedom)),
  };
}

/** Returns the exact difference of the means as a quotient; null if a or b has no values. */
function differenceOf(a: Moments, b: Moments) {
  if (a.count === 0 || b.count === 0) return null;
  return {
    dividend: minus(times(a.sum, whole(b.count)), times(b.sum, whole(a.count))),
    divisor: times(whole(a.count), whole(b.count)),
  };
}
