import { IdempotencyService } from '../../src/idempotency/idempotency.service.js';
import type { TestApp } from './app.js';

/**
 * Stops the removal of expired Idempotency-Keys, which begins a minute after a start: its statements read the keys of all
 * workspaces, and would be taken for those of a request that is recorded meanwhile.
 */
export async function stopSweeps({ instances }: Pick<TestApp, 'instances'>): Promise<void> {
  for (const instance of instances) await instance.get(IdempotencyService).beforeApplicationShutdown();
}
