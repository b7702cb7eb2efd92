import type supertest from 'supertest';
import type { QuotaName } from '../../src/platform/auth/quotas.js';
import { FairQueue } from '../../src/shared/concurrency/fair-queue.js';
import { AnalysisQueue } from '../../src/review/analysis/service/analysis-queue.js';
import { AnalysisWorker } from '../../src/review/analysis/service/analysis-worker.js';
import { StatsQueue } from '../../src/stats/stats-queue.js';
import { ReceivedFilesService } from '../../src/review/trade-files/routes/received-files.service.js';
import { JobTooLong } from '../../src/platform/worker/worker-thread.js';
import { aProject, aSession, aTrade, ingest, projectInput } from '../support/factories.js';
import { PRESENT } from '../support/live-app.js';
import { setQuotas } from '../support/quotas.js';
import { t } from './apps.js';
import type { Ask } from './route-facts.js';

export const UNKNOWN_ID = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';

/**
 * Trades that end before the present of the venue: one with a valid stop, one with an invalid stop, and one without a
 * stop.
 */
export const pastTrades = () =>
  [{ stopLoss: 990 }, { stopLoss: 1010 }, {}].map((fields, i) => {
    const entryTime = PRESENT - (10 + i) * 86_400_000;
    return aTrade({ ...fields, entryTime, exitTime: entryTime + 60_000 });
  });

export const post = (path: string, body?: object): supertest.Test => t.call.post(path, body);

export const sessionInput = async () => ({
  projectId: (await aProject(t.call)).id,
  name: 'Run',
  initialBalance: 1000,
});

/** Creates a session with trades, and returns the session and the path of its first trade. */
export async function aStoredTrade() {
  const session = await aSession(t.call);
  const { trades } = await ingest(t.call, session, pastTrades());
  return { session, path: `/sessions/${session.id}/trades/${trades[0]!.id}` };
}

/** Sends a request that creates a resource, with an Idempotency-Key that a different request has already used. */
export async function withUsedKey(path: string, body: object): Promise<supertest.Response> {
  const key = { 'Idempotency-Key': `key of ${path}` };
  await post('/projects', projectInput({ name: 'Another' })).set(key);
  return post(path, body).set(key);
}

/** Sends a request while statistics can be neither computed nor queued. */
export async function withFullQueue(ask: Ask): Promise<supertest.Response> {
  const queue = t.app.get(StatsQueue);
  const { small } = queue as unknown as { readonly small: FairQueue };
  Object.assign(queue, { small: new FairQueue({ running: 0, waiting: 0, waitingPerGroup: 0 }) });
  try {
    return await ask();
  } finally {
    Object.assign(queue, { small });
  }
}

/** Sends a request while a quota of the workspace is 0. */
export async function withQuota(name: QuotaName, ask: Ask): Promise<supertest.Response> {
  await setQuotas(t, { [name]: 0 });
  try {
    return await ask();
  } finally {
    await setQuotas(t, { [name]: null });
  }
}

/** Sends a request while an analysis can be neither computed nor queued. */
export async function withFullAnalysisQueue(ask: Ask): Promise<supertest.Response> {
  const owner = t.app.get(AnalysisQueue);
  const { queues } = owner as unknown as { readonly queues: object };
  const full = new FairQueue({ running: 0, waiting: 0, waitingPerGroup: 0 });
  Object.assign(owner, { queues: { small: full, large: full } });
  try {
    return await ask();
  } finally {
    Object.assign(owner, { queues });
  }
}

/** Sends a request while each analysis exceeds its time limit. */
export async function withLongAnalyses(ask: Ask): Promise<supertest.Response> {
  const worker = t.app.get(AnalysisWorker);
  Object.assign(worker, { run: () => Promise.reject(new JobTooLong()) });
  try {
    return await ask();
  } finally {
    Reflect.deleteProperty(worker, 'run');
  }
}

/** Sends a request while the disk of temporary files is full. */
export async function withFullStorage<Result>(ask: () => PromiseLike<Result>): Promise<Result> {
  const services = t.instances.map((instance) => instance.get(ReceivedFilesService));
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  });
  const readers = ['read', 'readRuns'] as const;
  const originals = services.map((service) =>
    Object.fromEntries(readers.map((name) => [name, Reflect.get(service, name) as unknown])),
  );
  const failing = () => Promise.reject(full);
  for (const service of services) Object.assign(service, { read: failing, readRuns: failing });
  try {
    return await ask();
  } finally {
    for (const [i, service] of services.entries()) Object.assign(service, originals[i]);
  }
}

/** A file with one trade. */
export const FILE =
  'side,qty,entryTime,entryPrice,exitTime,exitPrice\nlong,1,1700000000000,1,1700000060000,2\n';

export const importInto = ({ id }: { readonly id: string }, query = '', file = FILE): supertest.Test =>
  t.call.post(`/sessions/${id}/trades/import${query}`).set('content-type', 'text/csv').send(file);

/** A stored key of the test's workspace. */
export const aStoredKey = async (fields: object = {}): Promise<{ readonly id: string }> =>
  (await post('/keys', { name: 'a', ...fields }).expect(201)).body.key;
