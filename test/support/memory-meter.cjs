// Loaded into a service with `--require`. A response to a request with the header `x-measure-memory` reports the memory
// that the main thread still uses after a garbage collection. The resident memory of the process does not show a small
// leak, because it also depends on when Node.js collects garbage.
const { subscribe } = require('node:diagnostics_channel');
const { isMainThread } = require('node:worker_threads');

/** Returns the size of the heap and of the buffers outside of the heap, in MB. */
function heldMb() {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return Math.round((heapUsed + external) / 2 ** 20);
}

if (isMainThread) {
  subscribe('http.server.request.start', ({ request, response }) => {
    if ('x-measure-memory' in request.headers) response.setHeader('x-held-mb', heldMb());
  });
}
