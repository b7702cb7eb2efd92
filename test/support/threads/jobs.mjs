// A worker thread with the jobs that tests need. The jobs return a value, compute without end, wait to be aborted, or
// use up the heap.
import { setTimeout as delay } from 'node:timers/promises';
import { serveJobs, threadData } from '../../../dist/src/platform/worker/serve-jobs.js';

let jobs = 0;

const JOBS = {
  count: () => (jobs += 1),
  data: () => threadData(),
  fail: () => {
    throw Object.assign(new Error('failed'), { code: 'ECODE' });
  },
  endless: () => {
    for (;;);
  },
  // Waits to be aborted, like a statement that is cancelled on the server.
  wait: async (signal) => {
    await delay(3_600_000, undefined, { signal });
  },
  fill: () => {
    const kept = [];
    for (;;) kept.push(String(kept.length).repeat(1_000).split(''));
  },
};

serveJobs(async (_pool, kind, signal) => ({ result: await JOBS[kind](signal), memory: [] }));
