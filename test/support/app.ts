import { NestExpressApplication } from '@nestjs/platform-express';
import { randomBytes } from 'node:crypto';
import { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { Environment, readEnvironment } from '../../src/platform/config/environment.js';
import { FairQueue, type QueueOptions } from '../../src/shared/concurrency/fair-queue.js';
import { newApp } from '../../src/create-app.js';
import type { DatabaseAddress } from '../../src/platform/database/connection/pool-settings.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { openDatabaseForApp, testDatabaseAddress } from './database.js';
import { wantedInstances } from './instances.js';
import { startGateway } from './nginx.js';
import { featuresWithout } from './reduced-app.js';
import { ManualTrialsClock } from './trials.js';

export interface TestApp {
  readonly app: NestExpressApplication;
  /** All instances behind the address of this app, including `app` itself. */
  readonly instances: readonly NestExpressApplication[];
  readonly environment: Environment;
  /** Calls without a key. */
  readonly stranger: ReturnType<typeof supertest>;
  /** Calls with the key of this test's own workspace. */
  readonly call: Caller;
  /** Calls with the key of another workspace. */
  readonly other: Caller;
  readonly secrets: { readonly own: string; readonly other: string };
  close(): Promise<void>;
}

export interface Caller {
  get(path: string): supertest.Test;
  post(path: string, body?: object): supertest.Test;
  put(path: string, body?: object): supertest.Test;
  patch(path: string, body?: object): supertest.Test;
  delete(path: string): supertest.Test;
}

/**
 * Starts the service with keys of two workspaces that no other test uses.
 * @param address of its database; by default the database of the run
 */
export async function startTestApp(
  settings: Readonly<Record<string, string>> = {},
  address = testDatabaseAddress(),
): Promise<TestApp> {
  const unique = randomBytes(8).toString('hex');
  const secrets = { own: `own-${unique}`, other: `other-${unique}` };
  const { count, nginx } = wantedInstances();
  const environment = readEnvironment({
    API_KEYS: `own@own-${unique}:${secrets.own},other@other-${unique}:${secrets.other}`,
    VENUE_MODE: 'offline',
    TRADE_MINIMUM: '0',
    LOG_LEVEL: 'fatal',
    FAILED_KEYS_PER_MINUTE: '0',
    ...(nginx && { TRUST_PROXY: '1' }),
    ...settings,
  });
  const instances: NestExpressApplication[] = [];
  for (let instance = 0; instance < count; instance += 1)
    instances.push(await startInstance(environment, address));
  // Without this, the background work on figures would run between the steps of a test.
  ManualTrialsClock.of({ instances });
  const [app] = instances as [NestExpressApplication];
  const gateway = nginx ? await startGateway(nginx, instances.map(addressOf)) : null;
  const agent = supertest(gateway ? gateway.url : app.getHttpServer());
  return {
    app,
    instances,
    environment,
    stranger: agent,
    call: callerWith(agent, secrets.own),
    other: callerWith(agent, secrets.other),
    secrets,
    close: async () => {
      await gateway?.close();
      for (const instance of instances) await stop(instance);
    },
  };
}

const HOUR_MS = 3_600_000;
const PATIENT = Symbol.for('backtest.test.patient-queues');

/**
 * Lets requests wait in queues without a timeout, because the machine may be slow. `fair-queue.spec.ts` tests the
 * timeout. The function changes the class of the queues only once, because all suites of a Jest worker share this
 * class.
 */
function waitWithoutLimit(): void {
  if (PATIENT in FairQueue) return;
  const run: FairQueue['run'] = Reflect.get(FairQueue.prototype, 'run');
  Object.assign(FairQueue, { [PATIENT]: true });
  Object.assign(FairQueue.prototype, {
    run(this: FairQueue, options: QueueOptions, task: () => Promise<unknown>) {
      return run.call(this, { ...options, waitUntil: options.waitUntil + HOUR_MS }, task);
    },
  });
}

waitWithoutLimit();

async function startInstance(
  environment: Environment,
  address: DatabaseAddress,
): Promise<NestExpressApplication> {
  const without = process.env['TEST_WITHOUT'];
  const features = without ? featuresWithout(without) : undefined;
  const { app } = await newApp(environment, await openDatabaseForApp(address), undefined, features);
  await app.listen(0, '127.0.0.1');
  return app;
}

/** Stops an instance. Its metrics would keep it in memory, because they observe garbage collections until the process ends. */
async function stop(instance: NestExpressApplication): Promise<void> {
  const { registry } = instance.get(Metrics);
  await instance.close();
  registry.clear();
}

const addressOf = (app: NestExpressApplication): string =>
  `127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;

export function callerWith(agent: ReturnType<typeof supertest>, secret: string): Caller {
  const sending = (request: supertest.Test, body?: object) => {
    void request.set('x-api-key', secret);
    return body === undefined ? request : request.send(body);
  };
  return {
    get: (path) => sending(agent.get(path)),
    post: (path, body) => sending(agent.post(path), body),
    put: (path, body) => sending(agent.put(path), body),
    patch: (path, body) => sending(agent.patch(path), body),
    delete: (path) => sending(agent.delete(path)),
  };
}
