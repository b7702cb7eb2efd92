/** Maximum number of decimals of the fast path. Numbers with more decimals take the general path. */
const MAX_DECIMALS = 8;
const POWERS = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => 10 ** decimals);

/**
 * Upper bound for the digits of the fast path. Two different decimals of up to 15 digits are never the same double, so
 * the decimal that the fast path finds is the shortest.
 */
const MAX_DIGITS = 1e15;

/** JavaScript writes smaller numbers with an exponent. */
const MIN_PLAIN = 1e-6;

const MINUS = 45;
const ZERO = 48;
const POINT = 46;
const BILLION = 1e9;

/**
 * Writes a number in the same way as JSON and `String(value)`.
 *
 * Prices and volumes are decimals of a few digits. A multiplication finds these digits several times faster than the
 * general search for the shortest digits of a double.
 * @param value a finite number
 * @returns the position after the number
 */
export function writeNumber(bytes: Buffer, at: number, value: number): number {
  if (value < 0) {
    bytes[at] = MINUS;
    return writeNumber(bytes, at + 1, -value);
  }
  const whole = Math.floor(value);
  if (whole === value && value < MAX_DIGITS) return writeInteger(bytes, at, whole);
  if (value < MIN_PLAIN || value >= MAX_DIGITS) return writeText(bytes, at, value);
  const scaled = Math.round(value * POWERS[MAX_DECIMALS]!);
  if (scaled > MAX_DIGITS || scaled / POWERS[MAX_DECIMALS]! !== value)
    return writeFew(bytes, at, value, whole);
  return writeDecimal(bytes, at, whole, scaled - whole * POWERS[MAX_DECIMALS]!, MAX_DECIMALS);
}

/** Number of characters of the longest double. */
export const MAX_NUMBER_LENGTH = 25;

const text = Buffer.allocUnsafeSlow(MAX_NUMBER_LENGTH);

/**
 * Returns the same text as `String(value)`, but without filling V8's cache.
 *
 * V8 caches the texts of the last thousands of numbers. Many such texts would outlive the young generation, and the
 * heap would grow until a major garbage collection. (Benchmark: "peak memory above idle, export of 1M trades".)
 */
export const numberText = (value: number): string => text.toString('latin1', 0, writeNumber(text, 0, value));

/** Writes a decimal of a few digits. The larger the number, the fewer decimals are possible. */
function writeFew(bytes: Buffer, at: number, value: number, whole: number): number {
  for (let decimals = MAX_DECIMALS - 1; decimals > 0; decimals -= 1) {
    const power = POWERS[decimals]!;
    const scaled = Math.round(value * power);
    if (scaled <= MAX_DIGITS && scaled / power === value)
      return writeDecimal(bytes, at, whole, scaled - whole * power, decimals);
  }
  return writeText(bytes, at, value);
}

function writeText(bytes: Buffer, at: number, value: number): number {
  return at + bytes.write(String(value), at, 'latin1');
}

/**
 * Writes a decimal with a fraction.
 * @param rest the `decimals` digits after the point as a whole number, above 0
 */
function writeDecimal(bytes: Buffer, at: number, whole: number, rest: number, decimals: number): number {
  let digits = rest | 0;
  let count = decimals;
  for (let shorter = (digits / 10) | 0; shorter * 10 === digits; shorter = (digits / 10) | 0) {
    digits = shorter;
    count -= 1;
  }
  const point = writeInteger(bytes, at, whole);
  bytes[point] = POINT;
  return writeDigits(bytes, point + 1, digits, count);
}

function writeInteger(bytes: Buffer, at: number, value: number): number {
  if (value < BILLION) return writeDigits(bytes, at, value, digitsOf(value));
  const high = Math.floor(value / BILLION);
  return writeDigits(bytes, writeDigits(bytes, at, high, digitsOf(high)), value - high * BILLION, 9);
}

/**
 * Writes `count` digits with leading zeros.
 * @param value below 1e9
 */
function writeDigits(bytes: Buffer, at: number, value: number, count: number): number {
  let left = value | 0;
  for (let i = at + count - 1; i >= at; i -= 1) {
    const rest = (left / 10) | 0;
    bytes[i] = ZERO + left - rest * 10;
    left = rest;
  }
  return at + count;
}

function digitsOf(value: number): number {
  let count = 1;
  for (let power = 10; power <= value; power *= 10) count += 1;
  return count;
}
