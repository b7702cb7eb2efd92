import { DataSource } from 'typeorm';
import { WorkspacesService } from '../../src/platform/auth/workspaces.service.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { aProject } from '../support/factories.js';
import { type LiveApp, startLiveApp } from '../support/live-app.js';
import { setQuotas } from '../support/quotas.js';

export let t: LiveApp;
/** An instance of the service whose connections to the database are closed. */
export let away: TestApp;
/** An instance of the service on which every request with a key fails with an internal error. */
export let broken: TestApp;
/** An instance of the service that allows one request per minute. */
export let limited: TestApp;
/** An instance of the service with a quota of 0 requests for the workspace. */
export let spent: TestApp;

/** Starts the instances of the service that get the requests of `test/routes`. */
export async function startApps(): Promise<void> {
  t = await startLiveApp({ TRADE_MINIMUM: '1', BODY_LIMIT: '1mb', IMPORT_LIMIT: '1mb' });
  away = await startTestApp();
  await aProject(away.call);
  await away.app.get(DataSource).destroy();
  broken = await startTestApp();
  limited = await startTestApp({ RATE_LIMIT_PER_MINUTE: '1' });
  spent = await startTestApp();
  await setQuotas(spent, { requestsPerMinute: 0 });
  Object.assign(broken.app.get(WorkspacesService), { idOf: () => Promise.reject(new Error('ours')) });
}

export async function closeApps(): Promise<void> {
  for (const app of [spent, limited, broken, away, t]) await app.close();
}
