import type { Caller } from './app.js';

/** Returns a caller of the API under a base path. */
export const callerUnder = (call: Caller, base: string): Caller => ({
  get: (path) => call.get(base + path),
  post: (path, body) => call.post(base + path, body),
  put: (path, body) => call.put(base + path, body),
  patch: (path, body) => call.patch(base + path, body),
  delete: (path) => call.delete(base + path),
});
