import { NestExpressApplication } from '@nestjs/platform-express';
import { randomBytes } from 'node:crypto';
import supertest from 'supertest';
import { Environment, readEnvironment } from '../../src/config/environment.js';
import { newApp } from '../../src/create-app.js';
import { openDatabaseForApp, testDatabaseAddress } from './database.js';

export interface TestApp {
  readonly app: NestExpressApplication;
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
}

/**
 * The service with two keys of two workspaces that no other test has.
 * @param address of its database; the run's, unless another one is named
 */
export async function startTestApp(
  settings: Readonly<Record<string, string>> = {},
  address = testDatabaseAddress(),
): Promise<TestApp> {
  const unique = randomBytes(8).toString('hex');
  const secrets = { own: `own-${unique}`, other: `other-${unique}` };
  const environment = readEnvironment({
    API_KEYS: `own@own-${unique}:${secrets.own},other@other-${unique}:${secrets.other}`,
    VENUE_MODE: 'offline',
    TRADE_MINIMUM: '0',
    LOG_LEVEL: 'fatal',
    FAILED_KEYS_PER_MINUTE: '0',
    STATS_THREAD: 'off',
    ...settings,
  });
  const { app } = await newApp(environment, await openDatabaseForApp(address));
  await app.listen(0, '127.0.0.1');
  const agent = supertest(app.getHttpServer());
  return {
    app,
    environment,
    stranger: agent,
    call: callerWith(agent, secrets.own),
    other: callerWith(agent, secrets.other),
    secrets,
    close: () => app.close(),
  };
}

export function callerWith(agent: ReturnType<typeof supertest>, secret: string): Caller {
  return {
    get: (path) => agent.get(path).set('x-api-key', secret),
    post: (path, body) => {
      const request = agent.post(path).set('x-api-key', secret);
      return body === undefined ? request : request.send(body);
    },
  };
}
