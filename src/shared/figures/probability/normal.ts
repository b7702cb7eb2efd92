/*
 * Probabilities and quantiles of the standard normal distribution. The absolute error of probabilities is below 1e-15,
 * and their relative error in the lower tail is below 1e-13. The relative error of quantiles is below 1e-15.
 */

/** Returns Φ(x), the probability of a value of at most x, 0..1. */
export function normalCdf(x: number): number {
  const distance = Math.abs(x);
  const density = Math.exp((-distance * distance) / 2) / Math.sqrt(2 * Math.PI);
  const tail = distance < FAR ? 0.5 - density * centralSeries(distance) : density / millsFraction(distance);
  return x < 0 ? tail : 1 - tail;
}

/** Below this |x|, the series converges quickly. Above it, the continued fraction converges quickly. */
const FAR = 2.5;

/** Returns x + x³/3 + x⁵/(3·5) + …, which has no cancellation (Abramowitz and Stegun, 26.2.11). */
function centralSeries(x: number): number {
  let sum = 0;
  for (let odd = 3, term = x; sum + term > sum; odd += 2) {
    sum += term;
    term *= (x * x) / odd;
  }
  return sum;
}

/** Number of steps that give the fraction full precision for all values from `FAR` on. */
const STEPS = 60;

/** Returns x + 1/(x + 2/(x + 3/(x + …))), the density divided by the upper tail (Abramowitz and Stegun, 26.2.14). */
function millsFraction(x: number): number {
  let fraction = x;
  for (let step = STEPS; step > 0; step--) fraction = x + step / fraction;
  return fraction;
}

/**
 * Returns Φ⁻¹(probability): a normal variable is at most this value with the given probability. Returns −∞ for 0 and ∞
 * for 1 (Wichura, "Algorithm AS 241", PPND16).
 */
export function normalQuantile(probability: number): number {
  const fromMiddle = probability - 0.5;
  if (Math.abs(fromMiddle) <= 0.425) {
    return fromMiddle * ratioOf(CENTRAL, 0.180625 - fromMiddle * fromMiddle);
  }
  const tail = Math.min(probability, 1 - probability);
  if (tail <= 0) return fromMiddle < 0 ? -Infinity : Infinity;
  const distance = Math.sqrt(-Math.log(tail));
  const size = distance <= 5 ? ratioOf(OUTER, distance - 1.6) : ratioOf(EXTREME, distance - 5);
  return fromMiddle < 0 ? -size : size;
}

/** Coefficients of the numerator and of the denominator, in ascending order of the power. */
type Coefficients = readonly [numerator: readonly number[], denominator: readonly number[]];

const ratioOf = ([numerator, denominator]: Coefficients, x: number): number =>
  polynomial(numerator, x) / polynomial(denominator, x);

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);

const CENTRAL: Coefficients = [
  [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
    67265.7709270087, 33430.57558358813, 2509.0809287301227,
  ],
  [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
    28729.085735721943, 5226.495278852854,
  ],
];

const OUTER: Coefficients = [
  [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
    0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
    0.0005475938084995345, 1.0507500716444169e-9,
  ],
];

const EXTREME: Coefficients = [
  [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
    0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
  ],
  [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
    1.8463183175100548e-5, 1.421511758316446e-7, 2.0442631033899397e-15,
  ],
];
