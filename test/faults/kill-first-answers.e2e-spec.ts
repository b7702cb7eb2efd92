import { setTimeout as delay } from 'node:timers/promises';
import {
  KEY,
  type RunningService,
  type Settings,
  WITH_KEY,
  aDataDirectory,
  aDatabase,
  aDirectory,
  cleanUp,
  hasServer,
  newSession,
  query,
  startService,
} from '../support/service-process.js';

const ROUNDS = 3;
const MINUTE = 60_000;
const T = Date.UTC(2024, 0, 10);

afterAll(cleanUp);

/** What the clients know: the ids of trades by clientId, and the ids of trades whose edit was acknowledged. */
class Known {
  readonly ids = new Set<string>();
  readonly edited = new Set<string>();
  readonly removed = new Set<string>();

  any(): string | undefined {
    const left = [...this.ids].filter((id) => !this.removed.has(id));
    return left[Math.floor(Math.random() * left.length)];
  }
}

async function send(
  { url }: RunningService,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: string } | null> {
  const headers = { 'x-api-key': KEY, ...(body && { 'content-type': 'application/json' }) };
  return fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    .then(async (response) => ({ status: response.status, body: await response.text() }))
    .catch(() => null);
}

let made = 0;

/** Returns a trade that equals no other trade, and so restores none. */
const tradeOf = (clientId: string, minute: number) => ({
  clientId,
  side: 'long',
  qty: (made += 1),
  entryPrice: 100,
  entryTime: T + minute * MINUTE,
  exitPrice: 101,
  exitTime: T + (minute + 5) * MINUTE,
});

/** Adds, edits and removes trades until the service no longer responds. */
async function changeUntilDeath(
  service: RunningService,
  session: string,
  known: Known,
  round: number,
): Promise<void> {
  const path = `/sessions/${session}`;
  const adder = async () => {
    for (let n = 0; ; n += 1) {
      const trades = Array.from({ length: 5 }, (_, i) => tradeOf(`${round}-${n}-${i}`, (n * 5 + i) % 500));
      const answer = await send(service, 'POST', `${path}/trades`, { trades });
      if (answer === null) return;
      expect(answer.status).toBe(201);
      for (const { id } of (JSON.parse(answer.body) as { trades: { id: string }[] }).trades)
        known.ids.add(id);
    }
  };
  const changer = async (
    change: (id: string) => Promise<{ status: number } | null>,
    done: (id: string) => void,
  ) => {
    for (;;) {
      const id = known.any();
      if (id === undefined) {
        await delay(5);
        continue;
      }
      const answer = await change(id);
      if (answer === null) return;
      // Another client may have removed the trade.
      expect([200, 204, 404]).toContain(answer.status);
      if (answer.status !== 404) done(id);
    }
  };
  const price = () => 100 + Math.ceil(Math.random() * 1_000_000);
  await Promise.all([
    adder(),
    changer(
      (id) => send(service, 'PATCH', `${path}/trades/${id}`, { exitPrice: price() }),
      (id) => known.edited.add(id),
    ),
    changer(
      (id) => send(service, 'DELETE', `${path}/trades/${id}`),
      (id) => known.removed.add(id),
    ),
    changer(
      () => send(service, 'POST', `${path}/rewind`, { to: T + 450 * MINUTE }),
      () => {},
    ),
  ]);
}

describe('kill -9 while trades are added, edited, removed and rewound', () => {
  it('loses no first answer', async () => {
    const [url, directory] = hasServer
      ? [await aDatabase(), await aDirectory()]
      : [null, await aDataDirectory()];
    const settings: Settings = {
      ...WITH_KEY,
      TRADE_MINIMUM: '0',
      DATA_DIR: directory,
      ...(url !== null && { DATABASE_URL: url }),
    };
    const database = url ?? `postgres://postgres@/postgres?host=${directory}`;
    let service = await startService(settings);
    const session = await newSession(service);
    // This trade stays, so that the run does not end.
    await service.post(`/sessions/${session}/trades`, { trades: [tradeOf('stays', 0)] });
    const known = new Known();
    for (let round = 0; round < ROUNDS; round += 1) {
      const changing = changeUntilDeath(service, session, known, round);
      await delay(400 + Math.random() * 600);
      await service.kill('SIGKILL');
      await changing;
      service = await startService(settings);
      const stored = new Set(
        (await query<{ id: string }>(database, 'SELECT id FROM trades')).map(({ id }) => id),
      );
      const firsts = await query<{ trade_id: string; kind: string; exit_price: string }>(
        database,
        'SELECT trade_id, kind, exit_price FROM first_answers',
      );
      const first = new Map(firsts.map((row) => [row.trade_id, row]));
      const isGone = (id: string) => ['deleted', 'rewound'].includes(first.get(id)?.kind ?? '');
      // Every trade is stored, or its first version is kept.
      expect([...known.ids].filter((id) => stored.has(id) === isGone(id))).toEqual([]);
      expect([...known.edited].filter((id) => !first.has(id))).toEqual([]);
      expect([...known.removed].filter((id) => stored.has(id))).toEqual([]);
      expect(new Set(firsts.map((row) => Number(row.exit_price)))).toEqual(new Set([101]));
      const [counts] = await query(
        database,
        `SELECT changed_answers = (SELECT count(*) FROM first_answers) AS changed,
           first_answers + second_looks = (SELECT count(*) FROM trades)
             + (SELECT count(*) FROM first_answers WHERE kind IN ('deleted', 'rewound')) AS answers
         FROM sessions`,
      );
      expect(counts).toEqual({ changed: true, answers: true });
    }
    expect(known.edited.size).toBeGreaterThan(ROUNDS);
    expect(known.removed.size).toBeGreaterThan(ROUNDS);
  });
});
