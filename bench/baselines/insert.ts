import pg from 'pg';
import { textsLiteral } from '../../src/platform/database/array-literal.js';
import type { Asset } from '../../src/sessions/asset.entity.js';
import type { TradeInput } from '../../src/trades/ingest-trades.dto.js';
import { newTrade } from '../../src/trades/new-trade.js';
import type { Trade } from '../../src/trades/trade.entity.js';
import { BATCH, someTrades } from '../support/trades.js';

/**
 * The baseline of ingestion: PostgreSQL without the service. Inserts the rows that the service would insert, with the
 * same kind of statement, one statement per batch. The parameters are built before the measurement starts.
 */

/** An insert job. Each session gets a connection of its own and this number of batches. */
export interface InsertJob {
  readonly sessions: readonly string[];
  readonly batches: number;
}

const connectionString = process.env['BENCH_DATABASE_URL'];
const clients: pg.Client[] = [];

async function client(index: number): Promise<pg.Client> {
  const known = clients[index];
  if (known) return known;
  const made = new pg.Client({ connectionString });
  await made.connect();
  clients[index] = made;
  return made;
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns that the service inserts. All other columns have defaults. */
const fieldsOf = (trade: Trade) =>
  (Object.keys(trade) as (keyof Trade)[]).filter((field) => !DEFAULTED.has(field));

const DEFAULTED = new Set<keyof Trade>(['tags', 'updatedAt', 'sentHash']);

async function statementFor(trade: Trade): Promise<string> {
  const { rows } = await (
    await client(0)
  ).query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = 'trades'`,
  );
  const types = new Map(rows.map(({ name, type }) => [name, type]));
  const names = fieldsOf(trade).map(snake);
  const arrays = names.map((name, i) => `$${i + 1}::${types.get(name)}[]`);
  return `INSERT INTO trades (${names.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})
    ON CONFLICT DO NOTHING RETURNING client_id`;
}

async function parametersOf(
  session: string,
  batches: number,
): Promise<{ statement: string; values: string[][] }> {
  const { rows } = await (
    await client(0)
  ).query<Asset>(
    `SELECT workspace_id AS "workspaceId", session_id AS "sessionId", symbol, feed,
            execution_cost_config AS "executionCostConfig", contract_policy AS "contractPolicy" FROM session_assets WHERE session_id = $1`,
    [session],
  );
  const asset = rows[0]!;
  const made = Array.from({ length: batches }, (_, batch) =>
    (someTrades(BATCH, batch * BATCH) as TradeInput[]).map((input) => newTrade(input, asset, Date.now())),
  );
  const fields = fieldsOf(made[0]![0]!);
  const values = made.map((trades) =>
    fields.map((field) => {
      const column = trades.map((trade) => trade[field]);
      const isText = column.some((value) => typeof value === 'string');
      return isText ? textsLiteral(column as string[]) : numbersLiteral(column as number[]);
    }),
  );
  return { statement: await statementFor(made[0]![0]!), values };
}

/** Runs a job. Returns the rows per second. */
async function insert({ sessions, batches }: InsertJob): Promise<number> {
  const works = [];
  for (const [index, session] of sessions.entries()) {
    works.push({ connection: await client(index), ...(await parametersOf(session, batches)) });
  }
  const start = performance.now();
  await Promise.all(
    works.map(async ({ connection, statement, values }) => {
      for (const columns of values) await connection.query(statement, columns);
    }),
  );
  return (sessions.length * batches * BATCH) / ((performance.now() - start) / 1000);
}

process.on('message', (job: InsertJob) => {
  void insert(job).then((rowsPerSecond) => process.send?.(rowsPerSecond));
});
process.send?.(0);

/** Returns an array parameter of numbers; null becomes NULL. */
function numbersLiteral(values: readonly (number | null)[]): string {
  let text = '{';
  for (let i = 0; i < values.length; i += 1) text += `${i === 0 ? '' : ','}${values[i] ?? 'NULL'}`;
  return `${text}}`;
}
