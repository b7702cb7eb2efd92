/** Maximum lengths of our text fields, to which texts of other tools are cut. */
export const MAX_NOTE_LENGTH = 1000;
export const MAX_TAG_LENGTH = 40;
export const MAX_POSITION_LENGTH = 128;

/** Returns the text, cut to the limit. */
export const cutText = (text: string, most: number): string =>
  text.length > most ? text.slice(0, most).toWellFormed() : text;
