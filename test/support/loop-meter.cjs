// Loaded into a service with `--require`: each answer tells, in the header `x-longest-block-ms`, for how long one turn of
// the event loop has blocked it at most since the request before. Of a turn counts the CPU time or the time that passed,
// whichever is less: the one is inflated by other threads of the process (before Node.js has `threadCpuUsage`), the other
// by other programs on the machine.
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

function endTurn() {
  const now = clocks();
  longestMs = Math.max(longestMs, Math.min(now.cpuMs - last.cpuMs, now.activeMs - last.activeMs));
  last = now;
}

if (isMainThread) {
  setInterval(endTurn, 1).unref();
  subscribe('http.server.request.start', ({ response }) => {
    endTurn();
    response.setHeader('x-longest-block-ms', longestMs);
    longestMs = 0;
  });
}
