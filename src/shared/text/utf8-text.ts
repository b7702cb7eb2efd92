/** Shared by all texts, because a decoder without the option `stream` keeps nothing between two texts. */
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the text of UTF-8 bytes, without a byte order mark.
 * @throws TypeError if the bytes are not UTF-8. A lenient decoder would replace invalid bytes by other characters.
 */
export const utf8Text = (bytes: Uint8Array): string => decoder.decode(bytes);
