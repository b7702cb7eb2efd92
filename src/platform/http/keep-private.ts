/**
 * `Cache-Control` of every response, errors included, unless the response is the same for all callers or has a stricter
 * value. Shared caches do not know that `x-api-key` identifies the caller, and would send the response of one caller to
 * another. A client may keep the response, but must ask the service each time whether the response is still valid.
 */
export const KEEP_PRIVATE = 'private, no-cache';
