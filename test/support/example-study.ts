import type { SessionDto } from '../../src/sessions/session.dto.js';
import type { Caller } from './app.js';
import { type Answered, DAY, type Fields, aProject, aSession, ingest } from './factories.js';
import { type DayResult, resultsOfP } from './study-rows.js';

const DAY_0 = Date.UTC(2024, 0, 1);

/** Returns a trade of quantity 1 on each day, from 00:00 to 12:00, entered at 1000. */
export const dailyTrades = (results: readonly DayResult[]) =>
  results.map(([day, plNet]) => ({
    clientId: `day-${day}`,
    side: 'long',
    qty: 1,
    entryPrice: 1000,
    entryTime: DAY_0 + day * DAY,
    exitPrice: 1000 + plNet,
    exitTime: DAY_0 + day * DAY + DAY / 2,
  }));

/** Creates a session with a trade a day. */
export async function aRun(
  call: Caller,
  projectId: string,
  results: readonly DayResult[],
  fields: Fields = {},
  symbol?: string,
): Promise<Answered<SessionDto>> {
  const session = await aSession(call, { initialBalance: 1000, projectId, ...fields });
  await ingest(
    call,
    session,
    dailyTrades(results).map((trade) => (symbol === undefined ? trade : { ...trade, symbol })),
  );
  return session;
}

/** A project with the sessions P0 to P9 of the worked example. */
export interface ExampleStudy {
  readonly projectId: string;
  readonly sessions: readonly Answered<SessionDto>[];
}

/** Creates the worked example: ten sessions, of which P9 is the best. */
export async function anExampleStudy(call: Caller, fields: Fields = {}): Promise<ExampleStudy> {
  const { id: projectId } = await aProject(call);
  const sessions: Answered<SessionDto>[] = [];
  for (let k = 0; k < 10; k++) {
    const parameters = { fast: k % 5, slow: Math.floor(k / 5) };
    sessions.push(
      await aRun(call, projectId, resultsOfP(k), { name: `P${k}`, trial: { parameters }, ...fields }),
    );
  }
  return { projectId, sessions };
}
