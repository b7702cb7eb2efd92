import pg from 'pg';

/** A statement that was sent, with the values of its parameters. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** One scan node of a plan. */
export interface Scan {
  /** Type of the scan, such as `Index Scan` or `Seq Scan`. */
  readonly type: string;
  /** Name of the index, or of the table if no index is used. */
  readonly on: string;
  /** Condition of the index; empty if no index is used. */
  readonly key: string;
}

/** The scans in the plan of one statement. */
export interface StatementPlan {
  readonly text: string;
  /** Verb and table of the statement. */
  readonly statement: string;
  readonly scans: readonly Scan[];
  /**
   * Indexes or tables of the scans whose rows are sorted. A sort reads all rows of its scan before the statement
   * returns its first row.
   */
  readonly sorted: readonly string[];
  /**
   * Number of shards for each distributed part of the statement on a Citus cluster; NaN if Citus does not report the
   * number.
   */
  readonly shards: readonly number[];
}

/**
 * Returns the statements that all connections of this process send during some work. Each distinct text is returned
 * once.
 */
export async function statementsOf(work: () => PromiseLike<unknown>): Promise<Sent[]> {
  const sent = new Map<string, Sent>();
  const stopRecording = record(sent);
  try {
    await work();
  } finally {
    stopRecording();
  }
  return [...sent.values()];
}

function record(sent: Map<string, Sent>): () => void {
  const prototype = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown };
  const original = Object.getOwnPropertyDescriptor(prototype, 'query')!;
  const query = original.value as (...args: unknown[]) => unknown;
  prototype.query = function recorded(this: unknown, ...args: unknown[]): unknown {
    const [what, second] = args as [string | { text: string; values?: unknown }, unknown];
    const { text, values } = typeof what === 'string' ? { text: what, values: second } : what;
    const copied = /^COPY \((.*)\) TO STDOUT/s.exec(text)?.[1];
    if (copied !== undefined || /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/i.test(text)) {
      const given = values ?? second;
      sent.set(text, { text: copied ?? text, values: Array.isArray(given) ? given : [] });
    }
    return Reflect.apply(query, this, args);
  };
  return () => {
    Object.defineProperty(prototype, 'query', original);
  };
}

/** Returns the database's plan of each statement for the values that were sent. */
export async function plansOf(
  statements: readonly Sent[],
  query: (text: string, values: unknown[]) => Promise<unknown>,
): Promise<StatementPlan[]> {
  const plans: StatementPlan[] = [];
  for (const { text, values } of statements) {
    const nodes = nodesIn(await query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]));
    plans.push({
      text,
      statement: headOf(text),
      scans: nodes.flatMap(scanOf),
      sorted: nodes.filter((node) => node['Node Type'].endsWith('Sort')).flatMap(scanBelow),
      shards: nodes.flatMap(shardsOf),
    });
  }
  return plans;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Parent Relationship'?: string;
  readonly Plans?: readonly PlanNode[];
  readonly 'Custom Plan Provider'?: string;
  readonly 'Distributed Query'?: { readonly Job?: { readonly 'Task Count'?: number } };
}

/** Returns all nodes of a plan, including the nested plans that Citus reports under different keys. */
function nodesIn(value: unknown): PlanNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(nodesIn);
  return 'Node Type' in value ? [value as PlanNode, ...inner] : inner;
}

/** Number at the end of a shard's name. The name begins with the name of its table or index. */
const SHARD_NUMBER = /_\d{6,}$/;

function scanOf(node: PlanNode): Scan[] {
  const { 'Node Type': type, 'Index Cond': key = '' } = node;
  const on = node['Index Name'] ?? node['Relation Name'];
  return type.includes('Scan') && on ? [{ type, on: on.replace(SHARD_NUMBER, ''), key }] : [];
}

/** Returns the scan that supplies all rows of a node; empty if there is a join in between. */
function scanBelow(node: PlanNode): string[] {
  const inputs = (node.Plans ?? []).filter(({ 'Parent Relationship': relation = '' }) =>
    INPUTS.has(relation),
  );
  if (inputs.length === 0) return scanOf(node).map(({ on }) => on);
  return inputs.length === 1 ? scanBelow(inputs[0]!) : [];
}

const INPUTS = new Set(['Outer', 'Inner', 'Subquery']);

const shardsOf = (node: PlanNode): number[] =>
  node['Custom Plan Provider']?.startsWith('Citus')
    ? [node['Distributed Query']?.Job?.['Task Count'] ?? NaN]
    : [];

const headOf = (text: string): string => {
  const plain = text.replaceAll(/["\s]+/g, ' ').trim();
  const table = /(?:from|into|update) ([a-z_]+)/i.exec(plain)?.[1] ?? '';
  return `${plain.split(' ')[0]} ${table}`;
};
