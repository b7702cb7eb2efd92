/** Shared: without `stream` it keeps nothing from one text to the next. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of bytes, without a byte order mark.
 * @throws TypeError when they are not UTF-8: a lenient decoder would put other characters in their place
 */
export const utf8Text = (bytes: Uint8Array): string => decoder.decode(bytes);
