/** What fits our fields of texts that another tool made. */
export const LONGEST_NOTE = 1000;
export const LONGEST_TAG = 40;

/** The start of a text that is longer than we keep. */
export const cutText = (text: string, most: number): string =>
  text.length > most ? text.slice(0, most).toWellFormed() : text;
