/**
 * Returns the start of a text of another tool, in the form in which texts are stored: trimmed, without NUL characters
 * and without halves of surrogate pairs.
 */
export const cleanText = (text: string, maxCharacters: number): string =>
  [
    ...text
      .slice(0, 2 * maxCharacters + 1)
      .toWellFormed()
      .replaceAll('\0', '')
      .trim(),
  ]
    .slice(0, maxCharacters)
    .join('')
    .trimEnd();
