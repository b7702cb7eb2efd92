/** Returns a part of a file in a form for messages: short, and without control characters. */
export const excerpt = (text: string): string =>
  JSON.stringify((text.length > 60 ? `${text.slice(0, 60)}…` : text).toWellFormed());
