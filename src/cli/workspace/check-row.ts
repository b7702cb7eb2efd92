import { isDeepStrictEqual } from 'node:util';
import { trimmedTags } from '../../shared/fields/tags.js';
import { Problem } from '../../shared/problems/problem.js';
import { RequestPipe } from '../../platform/http/request.pipe.js';
import type { ExecutionCosts } from '../../shared/market/execution-costs.js';
import { CONTRACT_KIND_OF_FEED, type Feed } from '../../shared/market/feeds.js';
import type { ContractPolicy } from '../../sessions/asset.entity.js';
import { TradeInput } from '../../trades/ingest-trades.dto.js';
import { COSTS, givenCostsOf } from '../../trades/new-trade.js';
import { NO_TRIAL } from '../../sessions/trial.js';
import { COLUMN_RULES } from './column-rules.js';
import { REQUEST_COLUMNS, type RequestColumns } from './request-columns.js';

export type Row = Readonly<Record<string, unknown>>;

const pipe = new RequestPipe();

/**
 * Checks the values of a row of a workspace's file. Applies the rules of the requests that store such rows, because
 * anybody can edit the file and compute its checksum again. Rows of a table that this version does not know are not
 * checked.
 * @returns the first wrong column and its problem; undefined if there is none
 */
export async function rowProblem(table: string, row: Row): Promise<string | undefined> {
  for (const [column, rule] of Object.entries(COLUMN_RULES[table] ?? {})) {
    const problem = column in row ? rule(row[column]) : undefined;
    if (problem) return `${column} ${problem}`;
  }
  const request = REQUEST_COLUMNS[table];
  return request && ((await bodyProblem(request, row)) ?? relationProblem(table, row));
}

async function bodyProblem(
  { body, fields, asStored }: RequestColumns,
  row: Row,
): Promise<string | undefined> {
  const computed = body === TradeInput ? computedCosts(row) : [];
  const sent: Record<string, unknown> = {};
  for (const [column, field] of Object.entries(fields))
    if (column in row && !computed.includes(field)) sent[field] = row[column];
  try {
    const taken = (await pipe.transform(sent, { type: 'body', metatype: body })) as Row;
    const other = asStored.find((column) => column in row && !isStored(taken[fields[column]!], row[column]));
    return other && `${other} is not in the form in which it is stored`;
  } catch (error) {
    const [problem] = (error instanceof Problem && error.extras.details) || [];
    if (!problem) throw error;
    return `${columnOf(problem.field, fields)} ${problem.message}`;
  }
}

/** Returns the names of the costs that were not sent and are therefore computed. */
function computedCosts({ given_costs: givenCosts }: Row): readonly string[] {
  const given = givenCostsOf({ givenCosts: givenCosts as number });
  return COSTS.filter((cost) => !given.includes(cost));
}

function isStored(taken: unknown, stored: unknown): boolean {
  const kept = Array.isArray(taken) ? trimmedTags(taken as string[]) : taken;
  return isDeepStrictEqual(JSON.parse(JSON.stringify(kept)), stored);
}

/** Returns the path of a field, beginning with its column. */
function columnOf(path: string, fields: RequestColumns['fields']): string {
  const [name = ''] = /^\w+/.exec(path) ?? [];
  const [column = name] = Object.entries(fields).find(([, field]) => field === name) ?? [];
  return column + path.slice(name.length);
}

/** Returns the name of a label that is missing. A request may leave out labels, but a stored row may not. */
function trialProblem(trial: object): string | undefined {
  const missing = Object.keys(NO_TRIAL).find((label) => !(label in trial));
  return missing && `trial.${missing} is required`;
}

/** Returns the problem of a missing value or of a rule between columns; undefined if there is none. */
function relationProblem(table: string, row: Row): string | undefined {
  if (table === 'sessions') return 'trial' in row ? trialProblem(row['trial'] as object) : undefined;
  if (table !== 'session_assets') return undefined;
  const { feed, execution_cost_config: costs, contract_policy: policy } = row;
  if (!(costs as Partial<ExecutionCosts>).fees) return 'execution_cost_config.fees is required';
  const kind = CONTRACT_KIND_OF_FEED[feed as Feed];
  return (policy as Partial<ContractPolicy> | null)?.kind === kind
    ? undefined
    : `contract_policy.kind must be ${kind} on this feed`;
}
