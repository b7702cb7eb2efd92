/** A fraction of whole numbers. */
type Fraction = readonly [dividend: bigint, divisor: bigint];

const OPERATIONS: Readonly<Record<string, (a: Fraction, b: Fraction) => Fraction>> = {
  '+': ([a, b], [c, d]) => [a * d + c * b, b * d],
  '−': ([a, b], [c, d]) => [a * d - c * b, b * d],
  '·': ([a, b], [c, d]) => [a * c, b * d],
  '/': ([a, b], [c, d]) => (c < 0n ? [-a * d, -b * c] : [a * d, b * c]),
};

/**
 * Evaluates an arithmetic expression of decimals exactly, and rounds its value half away from zero to 8 decimals. The
 * expression can contain `+ − · /`, parentheses and `max(a, b)`. A leading minus belongs to its number.
 */
export function exactValue(expression: string): number {
  const tokens = expression.match(/max|[(),]|−?\d+(?:\.\d+)?(?![\d.])|[+−·/]/g) ?? [];
  let at = 0;
  const value = sum();
  if (at !== tokens.length) throw new Error(`${expression}: ${tokens[at]} is not expected`);
  return rounded(value);

  function sum(): Fraction {
    return chain(['+', '−'], product);
  }
  function product(): Fraction {
    return chain(['·', '/'], operand);
  }
  function chain(operators: readonly string[], next: () => Fraction): Fraction {
    let result = next();
    while (operators.includes(tokens[at] ?? '')) {
      const operation = OPERATIONS[tokens[at++]!]!;
      result = operation(result, next());
    }
    return result;
  }
  function operand(): Fraction {
    const token = tokens[at++] ?? '';
    if (token === '(') return closed(sum());
    if (token !== 'max') return fraction(token);
    at += 1;
    const a = sum();
    at += 1;
    const b = sum();
    return closed(a[0] * b[1] > b[0] * a[1] ? a : b);
  }
  function closed(inner: Fraction): Fraction {
    at += 1;
    return inner;
  }
}

function fraction(text: string): Fraction {
  const [whole = '', decimals = ''] = text.replace('−', '-').split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
}

function rounded([dividend, divisor]: Fraction): number {
  const size = dividend < 0n ? -dividend : dividend;
  const units = (2n * size * 10n ** 8n + divisor) / (2n * divisor);
  return Number(`${dividend < 0n ? -units : units}e-8`) + 0;
}
