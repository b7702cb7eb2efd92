import { setTimeout as delay } from 'node:timers/promises';
import type supertest from 'supertest';
import { openTestDatabase } from './database.js';

/** A statement that takes a lock. */
export type LockOf = (workspaceId: string, sessionId: string) => string;

/** Asks while a transaction of the test holds a lock, one request after the other in the queue for it. */
export async function whileLocked(
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
        await delay(200);
      }
      // Wrapped, since a transaction would wait for promises themselves.
      return { asked };
    });
    return await Promise.all(answers.asked);
  } finally {
    await database.destroy();
  }
}

/** Nobody inserts trades. */
export const noInsert: LockOf = () => 'LOCK TABLE trades IN SHARE MODE';
/** Nobody changes the session or its trades. */
export const noChange: LockOf = (workspaceId, id) =>
  `SELECT * FROM sessions WHERE workspace_id = '${workspaceId}' AND id = '${id}' FOR UPDATE`;
