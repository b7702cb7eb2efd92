/** Digits of a double that are certain. */
const CERTAIN_DIGITS = 15;

/** Returns a number of a workbook or of JSON as it was meant: 19.580000000000002 is `19.58`. */
export const meantNumber = (value: number): string => String(Number(value.toPrecision(CERTAIN_DIGITS)));

/**
 * Returns the point values of a request: `50` for all symbols, or `ES:50,NQ:20` by symbol. Null if the text is neither,
 * or a value is not above 0.
 */
export function pointValueAnswer(text: string): string | ReadonlyMap<string, string> | null {
  if (isValue(text)) return text;
  const pairs = text.split(',').map((pair) => {
    // The venue of a symbol may come before another colon.
    const colon = pair.lastIndexOf(':');
    return [pair.slice(0, colon).trim(), pair.slice(colon + 1).trim()] as const;
  });
  const areValid = pairs.every(([symbol, value]) => symbol !== '' && isValue(value));
  const values = new Map(pairs);
  return areValid && values.size === pairs.length ? values : null;
}

const isValue = (text: string): boolean => /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) && Number(text) > 0;
