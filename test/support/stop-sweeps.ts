import { IdempotencyService } from '../../src/platform/idempotency/idempotency.service.js';
import type { TestApp } from './app.js';

/**
 * Stops the removal of expired Idempotency-Keys, which begins a minute after a start. Its statements read the keys of
 * all workspaces, and would be recorded as statements of a request.
 */
export async function stopSweeps({ instances }: Pick<TestApp, 'instances'>): Promise<void> {
  for (const instance of instances) await instance.get(IdempotencyService).beforeApplicationShutdown();
}
