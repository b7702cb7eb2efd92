import type { TestApp } from './app.js';
import { DAY, HOUR, aSession, aTrade, ingest } from './factories.js';

/** The day of the first trades of a sweep. */
export const SWEEP_START = Date.UTC(2024, 0, 1);

/** Returns the profit of the trade that the k-th session of a sweep makes on a day. */
export const sweptPlNet = (k: number, day: number): number =>
  (((k + 2) * (day + 1) ** 2 + 3 * day) % 47) - 23 + (k === 9 ? 3 : 0);

/** Returns the trades of the k-th of ten sessions of a sweep: one each day from 2024-01-01, from midnight to noon. */
export const sweptTrades = (k: number, days = 60, from = 0) =>
  Array.from({ length: days }, (_, day) =>
    aTrade({
      plNet: sweptPlNet(k, day),
      entryTime: SWEEP_START + (from + day) * DAY,
      exitTime: SWEEP_START + (from + day) * DAY + 12 * HOUR,
    }),
  );

/** Creates sessions of a sweep in a project, and returns their ids. */
export async function sweptSessions(
  { call }: Pick<TestApp, 'call'>,
  projectId: string,
  fieldsOf: (k: number) => object = () => ({}),
  count = 10,
): Promise<string[]> {
  const ids: string[] = [];
  for (let k = 0; k < count; k += 1) {
    const session = await aSession(call, { projectId, name: `P${k}`, initialBalance: 1000, ...fieldsOf(k) });
    await ingest(call, session, sweptTrades(k));
    ids.push(session.id);
  }
  return ids;
}
