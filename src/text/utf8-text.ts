/** The decoder is shared. Without `stream`, it keeps nothing from one text to the next. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the text of bytes, without a byte order mark.
 * @throws TypeError if the bytes are not UTF-8, because a lenient decoder would replace invalid bytes by other
 * characters
 */
export const utf8Text = (bytes: Uint8Array): string => decoder.decode(bytes);
