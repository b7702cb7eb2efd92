// Loaded into a service with `--require`: an answer to a request with the header `x-measure-loop` tells for how long one
// turn of the event loop has blocked it at most since the request before, and, as a measure of the machine, how long a
// fixed piece of work takes at this moment. Of a turn counts the CPU time or the time that passed, whichever is less: the
// one is inflated by other threads of the process (before Node.js has `threadCpuUsage`), the other by other programs on
// the machine.
const { subscribe } = require('node:diagnostics_channel');
const { performance } = require('node:perf_hooks');
const { isMainThread } = require('node:worker_threads');

const cpuUsage = () => (process.threadCpuUsage ? process.threadCpuUsage() : process.cpuUsage());

function clocks() {
  const { user, system } = cpuUsage();
  return { cpuMs: (user + system) / 1000, activeMs: performance.eventLoopUtilization().active };
}

let last = clocks();
let longestMs = 0;

/** The time since the clocks were read last. */
function lapMs() {
  const now = clocks();
  const ms = Math.min(now.cpuMs - last.cpuMs, now.activeMs - last.activeMs);
  last = now;
  return ms;
}

function endTurn() {
  longestMs = Math.max(longestMs, lapMs());
}

const BYTES = Buffer.from('{"symbol":"BTCUSDT"}'.repeat(2 ** 20 / 5));
const COUNTS = new Uint32Array(256);

/** The fixed piece of work: a pass over 4 MB. */
function pass() {
  for (let at = 0; at < BYTES.length; at += 1) COUNTS[BYTES[at]] += 1;
}

/** The best of a few, as the first ones run code that is not compiled. */
function passMs() {
  let bestMs = Infinity;
  for (let i = 0; i < 5; i += 1) {
    lapMs();
    pass();
    bestMs = Math.min(bestMs, lapMs());
  }
  return bestMs;
}

if (isMainThread) {
  setInterval(endTurn, 1).unref();
  subscribe('http.server.request.start', ({ request, response }) => {
    endTurn();
    if ('x-measure-loop' in request.headers) {
      response.setHeader('x-longest-turn-ms', longestMs);
      response.setHeader('x-pass-ms', passMs());
    }
    longestMs = 0;
  });
}
