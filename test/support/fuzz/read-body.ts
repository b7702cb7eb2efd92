export const LARGEST_BODY = 4 * 1024 * 1024;
export const MALFORMED = Symbol('no JSON');

/** Returns the value that the service must read from a body. */
export function readBody(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch {
    return MALFORMED;
  }
}
