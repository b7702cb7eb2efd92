import type supertest from 'supertest';
import { openTestDatabase } from './database.js';
import { DataSource } from 'typeorm';
import { poolOf } from '../../src/platform/database/connection/pool-of.js';
import type { TestApp } from './app.js';
import { settled, until } from './until.js';

/** Returns a statement that takes a lock. */
export type LockOf = (workspaceId: string, sessionId: string) => string;

/**
 * Sends requests, one after the other, into the queue for a lock that a transaction of the test holds.
 * @param apps that receive the requests
 */
export async function whileLocked(
  apps: readonly TestApp[],
  { id }: { readonly id: string },
  lockOf: LockOf,
  requests: (() => supertest.Test)[],
): Promise<supertest.Response[]> {
  const database = await openTestDatabase();
  try {
    const [{ workspaceId }] = await database.query<[{ workspaceId: string }]>(
      'SELECT workspace_id AS "workspaceId" FROM sessions WHERE id = $1',
      [id],
    );
    const answers = await database.transaction(async (manager) => {
      await manager.query(lockOf(workspaceId, id));
      const asked: Promise<supertest.Response>[] = [];
      for (const request of requests) {
        asked.push(request().then((response) => response));
        await until(() => connectionsInUse(apps) >= asked.length);
        await settled(
          () => connectionsInUse(apps),
          () => apps[0]!.stranger.get('/health/live'),
        );
      }
      // The promises are inside an object, because the transaction would wait for a promise that its function returns.
      return { asked };
    });
    return await Promise.all(answers.asked);
  } finally {
    await database.destroy();
  }
}

/** Returns the number of connections in use. A request that waits for the lock keeps its connection. */
const connectionsInUse = (apps: readonly TestApp[]): number =>
  apps
    .flatMap(({ instances }) => instances)
    .map((instance) => poolOf(instance.get(DataSource)))
    .reduce((sum, { totalCount, idleCount }) => sum + totalCount - idleCount, 0);

/** Lock that prevents inserts of trades. */
export const noInsert: LockOf = () => 'LOCK TABLE trades IN SHARE MODE';
/** Lock that prevents changes of the session and its trades. */
export const noChange: LockOf = (workspaceId, id) =>
  `SELECT * FROM sessions WHERE workspace_id = '${workspaceId}' AND id = '${id}' FOR UPDATE`;
