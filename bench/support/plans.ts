import pg from 'pg';
import { readEnvironment } from '../../src/config/environment.js';
import { createApp } from '../../src/create-app.js';
import { KEY, type Listening } from './load.js';
import { databaseUrl } from './processes.js';

/** How the server finds the rows of one statement. */
export interface StatementPlan {
  readonly statement: string;
  /** Such as `Index Scan trades_pkey` or `Seq Scan trades`. */
  readonly scans: readonly string[];
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The plans of every statement that the service sends while it does some work, each once. */
export async function plansOf(work: (service: Listening) => Promise<unknown>): Promise<StatementPlan[]> {
  const sent = await statementsOf(work);
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    const plans: StatementPlan[] = [];
    for (const { text, values } of sent) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (FORMAT JSON) ${text}`,
        [...values],
      );
      plans.push({ statement: headOf(text), scans: scansOf(rows[0]!['QUERY PLAN'][0].Plan) });
    }
    return plans;
  } finally {
    await client.end();
  }
}

async function statementsOf(work: (service: Listening) => Promise<unknown>): Promise<Sent[]> {
  const environment = readEnvironment({
    API_KEYS: KEY,
    DATABASE_URL: databaseUrl(),
    LOG_LEVEL: 'fatal',
    TRADE_MINIMUM: '0',
    VENUE_MODE: 'offline',
  });
  const { app } = await createApp(environment);
  await app.listen(0, '127.0.0.1');
  const sent = new Map<string, Sent>();
  const stopRecording = record(sent);
  try {
    await work({ port: Number(new URL(await app.getUrl()).port) });
  } finally {
    stopRecording();
    await app.close();
  }
  return [...sent.values()];
}

/** Notes the statements of every connection of this process. */
function record(sent: Map<string, Sent>): () => void {
  const prototype = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown };
  const original = Object.getOwnPropertyDescriptor(prototype, 'query')!;
  const query = original.value as (...args: unknown[]) => unknown;
  prototype.query = function recorded(this: unknown, ...args: unknown[]): unknown {
    const [what, values] = args as [string | { text: string }, unknown];
    const text = typeof what === 'string' ? what : what.text;
    const copied = /^COPY \((.*)\) TO STDOUT/s.exec(text)?.[1];
    if (copied !== undefined || /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/i.test(text)) {
      sent.set(text, { text: copied ?? text, values: Array.isArray(values) ? values : [] });
    }
    return Reflect.apply(query, this, args);
  };
  return () => {
    Object.defineProperty(prototype, 'query', original);
  };
}

function scansOf(node: PlanNode): string[] {
  const on = node['Index Name'] ?? node['Relation Name'];
  const own = node['Node Type'].includes('Scan') && on ? [`${node['Node Type']} ${on}`] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}

/** Its verb and its table. */
const headOf = (text: string): string => {
  const plain = text.replaceAll(/["\s]+/g, ' ').trim();
  const table = /(?:from|into|update) ([a-z_]+)/i.exec(plain)?.[1] ?? '';
  return `${plain.split(' ')[0]} ${table}`;
};
