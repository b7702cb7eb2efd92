/**
 * Returns a text without control characters, line separators and characters that change the direction of writing. A
 * terminal could obey them, so no text of another server is printed with them.
 */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu, '\ufffd');
