/** Length limits of our text fields, for texts made by other tools. */
export const MAX_NOTE_LENGTH = 1000;
export const MAX_TAG_LENGTH = 40;

/** Returns the start of a text that is longer than the limit. */
export const cutText = (text: string, most: number): string =>
  text.length > most ? text.slice(0, most).toWellFormed() : text;
