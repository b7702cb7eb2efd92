/** Numbers of up to this many digits are in the order of their values. */
const DIGITS = 12;

/** Maximum length of a key. A cursor contains the key of the last session of a page. */
const MAX_KEY = 200;

/** Returns a text that sorts like people sort names: "run 9" before "Run 10". */
export const naturalKey = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/\d+/g, (digits) => digits.padStart(DIGITS, '0'))
    .slice(0, MAX_KEY)
    .toWellFormed();
