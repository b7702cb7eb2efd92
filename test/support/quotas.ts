import type { Quotas } from '../../src/auth/quotas.js';
import { WorkspaceQuotas } from '../../src/auth/workspace-quotas.js';
import type { TestApp } from './app.js';

/** Sets quotas of the test's own workspace. Every instance applies them at once. */
export async function setQuotas({ instances, secrets, call }: TestApp, changes: Partial<Quotas>) {
  // A workspace is created by the first request with its key.
  await call.get('/projects');
  for (const instance of instances) await instance.get(WorkspaceQuotas).set(secrets.own, changes);
}
