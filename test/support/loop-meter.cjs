// Loaded into a service with `--require`. A response to a request with the header `x-measure-loop` reports the longest
// turn of the event loop since the previous such request. As a measure of the machine, the response also reports the
// time of a fixed piece of work. The length of a turn is its CPU time or its elapsed time, whichever is shorter: other
// threads of the process increase the CPU time (before Node.js has `threadCpuUsage`), and other programs on the machine
// increase the elapsed time.
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

/** Returns the time in ms since the clocks were last read. */
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

/** Does the fixed piece of work: a pass over 4 MB. */
function pass() {
  for (let at = 0; at < BYTES.length; at += 1) COUNTS[BYTES[at]] += 1;
}

/** Returns the shortest of several passes, because the first passes run code that is not compiled. */
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
