import { select } from './database.js';
import { type Listening, ask } from './load.js';
import { databaseUrl } from './processes.js';

export const BATCH = 500;
const MINUTE = 60_000;
/** Time of the first entry of a session. */
export const FROM = Date.UTC(2023, 0, 1);

/**
 * Returns trades, numbered from `first`. Their prices have 2 decimals, half of the trades are shorts, and all trades
 * have a stop.
 */
export function someTrades(count: number, first = 0): object[] {
  const random = repeatableRandom(first + 1);
  return Array.from({ length: count }, (_, i) => {
    const number = first + i;
    const isLong = random() < 0.5;
    const entry = 20_000_00 + Math.floor(random() * 10_000_00);
    const exit = entry + Math.floor((random() - 0.49) * 1_000_00);
    const stop = (isLong ? -1 : 1) * (200_00 + Math.floor(random() * 500_00));
    return {
      clientId: `run-7-trade-${number}`,
      side: isLong ? 'long' : 'short',
      qty: (1 + Math.floor(random() * 50_000)) / 1e5,
      entryPrice: entry / 100,
      entryTime: FROM + number * MINUTE,
      exitPrice: exit / 100,
      exitTime: FROM + number * MINUTE + Math.floor(random() * 30) * MINUTE + (number % 60_000),
      stopLoss: (entry + stop) / 100,
    };
  });
}

/** Returns a linear congruential generator (Numerical Recipes), so that the trades are equal in every run. */
function repeatableRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Creates a session in a new project. The session has fees, spread and slippage, so that every figure of a trade is
 * derived.
 */
export async function newSession(service: Listening, name = 'Bench'): Promise<string> {
  const { project } = await ask(service, '/projects', { name, symbol: 'BTCUSDT', timeframe: '15m' });
  const { session } = await ask(service, '/sessions', {
    projectId: project.id,
    name,
    initialBalance: 10_000,
    assets: [
      {
        executionCostConfig: {
          spread: 0.01,
          slippage: 0.005,
          fees: { entryFee: 0.1, exitFee: 0.1, type: 'percent' },
        },
      },
    ],
  });
  return session.id;
}

/** Maximum number of trades that are ingested. Larger sessions are created by copying rows. */
const INGESTED = 100_000;

/**
 * Returns a session with this number of trades, each with a different exit time. The session is created once per
 * database.
 */
export async function sessionWith(service: Listening, count: number): Promise<string> {
  const name = `${count} trades`;
  const url = databaseUrl();
  const known = await select<{ id: string }>(url, 'SELECT id FROM sessions WHERE name = $1', [name]);
  if (known[0]) return known[0].id;
  if (count <= INGESTED) return ingested(service, name, count);
  const id = await newSession(service, `${name}, incomplete`);
  await copyTrades(url, await sessionWith(service, Math.min(count, INGESTED)), id, count);
  await select(url, 'VACUUM ANALYZE trades');
  await select(url, 'UPDATE sessions SET name = $2, revision = revision + 1 WHERE id = $1', [id, name]);
  return id;
}

/** Creates a session and ingests this number of trades batch by batch. */
export async function ingested(service: Listening, name: string, count: number): Promise<string> {
  const id = await newSession(service, name);
  for (let first = 0; first < count; first += BATCH) {
    const trades = someTrades(Math.min(BATCH, count - first), first);
    await ask(service, `/sessions/${id}/trades`, { trades });
  }
  return id;
}

/**
 * Copies the trades of one session into another session until that session has this number of trades. Each copy is
 * shifted in time.
 */
async function copyTrades(url: string, from: string, to: string, count: number): Promise<void> {
  const names = await select<{ name: string }>(
    url,
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'trades' ORDER BY ordinal_position`,
  );
  const changed: Record<string, string> = {
    session_id: '$2::uuid',
    id: 'gen_random_uuid()',
    client_id: `client_id || '-' || copy`,
    entry_time: `entry_time + copy * ${INGESTED * MINUTE}::bigint`,
    exit_time: `exit_time + copy * ${INGESTED * MINUTE}::bigint`,
  };
  const columns = names.map(({ name }) => name);
  await select(
    url,
    `INSERT INTO trades (${columns.join(', ')})
     SELECT ${columns.map((name) => changed[name] ?? name).join(', ')}
     FROM generate_series(0, $3::int) AS copy, trades WHERE session_id = $1 LIMIT $4`,
    [from, to, Math.ceil(count / INGESTED) - 1, count],
  );
}
