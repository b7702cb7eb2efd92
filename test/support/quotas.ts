import type { Quotas } from '../../src/platform/auth/quotas.js';
import { WorkspaceQuotas } from '../../src/platform/auth/workspace-quotas.js';
import type { TestApp } from './app.js';

/** Sets quotas of the test's own workspace. Every instance applies the quotas at once. */
export async function setQuotas({ instances, secrets, call }: TestApp, changes: Partial<Quotas>) {
  // The first request with a key creates its workspace.
  await call.get('/projects');
  for (const instance of instances) await instance.get(WorkspaceQuotas).set(secrets.own, changes);
}
