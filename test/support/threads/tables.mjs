// A program of a thread for tests. The path of its file chooses what it does.
import { parentPort, workerData } from 'node:worker_threads';

const DOES = {
  answer: () => parentPort.postMessage(null),
  refuse: () =>
    parentPort.postMessage({ kind: 'refused', field: 'timezone', message: 'no zone', code: undefined }),
  throw: () => {
    throw Object.assign(new Error('defect'), { code: 'ECODE' });
  },
  endless: () => {
    for (;;);
  },
  fill: () => {
    const kept = [];
    for (;;) kept.push(String(kept.length).repeat(1_000).split(''));
  },
};

DOES[workerData.path]();
