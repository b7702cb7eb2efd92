/** Digits with signs, separators and a currency. Any other text is not repeated in a message. */
const AMOUNT = /^[-−–+$€£¥₿\d.,'’\s]{1,40}$/;

interface OpenResult {
  /** The result so far, as printed. */
  readonly result?: string | undefined;
  readonly currency?: string | undefined;
  /** True if the tool's own total contains the result. */
  readonly isInTotal?: boolean;
}

/** Returns the reason why an open trade is left out, and the trade's value if the file contains it. */
export function openTrade({ result = '', currency = '', isInTotal = false }: OpenResult = {}): string {
  if (!AMOUNT.test(result) || !/\d/.test(result)) return 'the trade is open';
  const worth = `the trade is open, worth ${result.trim()} ${currency}`.trimEnd();
  return isInTotal ? `${worth}; the tool's total includes it` : worth;
}
