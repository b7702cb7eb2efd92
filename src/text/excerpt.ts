/** Returns a part of a file for a message: short, and without control characters. */
export const excerpt = (text: string): string =>
  JSON.stringify((text.length > 60 ? `${text.slice(0, 60)}…` : text).toWellFormed());
