import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The fields of sessions that a list may hide if all sessions have the same value, in the order of the response. */
export const CONSTANT_FIELDS = [
  'status',
  'symbols',
  'timeframes',
  'accountCurrency',
  'initialBalance',
  'strategy',
  'mode',
  'source',
  'tags',
  'study',
] as const;

/** The values that all of some sessions have in common. */
export interface CommonValues {
  /** Number of sessions that were found. */
  readonly sessions: number;
  /** By the name of a field: its value as a text, '' if no session has one. Fields that differ are missing. */
  readonly fields: Readonly<Record<string, string>>;
  /** By the name of a parameter that all sessions have: its value as JSON. Parameters that differ are missing. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** SQL: the value of each field as a text; see `CONSTANT_FIELDS`. */
const TEXT_OF: Readonly<Record<(typeof CONSTANT_FIELDS)[number], string>> = {
  status: 's.status',
  symbols: 'a.symbols',
  timeframes: 'a.timeframes',
  accountCurrency: 's.account_currency',
  initialBalance: 's.initial_balance::text',
  strategy: 's.strategy',
  mode: 's.mode',
  source: 's.source',
  tags: 's.tags::text',
  study: `s.trial->>'study'`,
};

const CHOSEN = 's.workspace_id = $1 AND s.id = ANY($2::uuid[])';

const SELECT_COMMON = `
  WITH a AS (
    SELECT session_id, string_agg(symbol, ' ' ORDER BY position) AS symbols,
      string_agg(timeframe, ' ' ORDER BY position) AS timeframes
    FROM session_assets WHERE workspace_id = $1 AND session_id = ANY($2::uuid[]) GROUP BY session_id
  ), s AS (
    SELECT ${CONSTANT_FIELDS.map((field) => `coalesce(${TEXT_OF[field]}, '') AS "${field}"`).join(', ')}
    FROM sessions s LEFT JOIN a ON a.session_id = s.id WHERE ${CHOSEN}
  ), p AS (
    SELECT p.key, min(p.value::text) AS value FROM sessions s, json_each(s.trial->'parameters') p WHERE ${CHOSEN}
    GROUP BY p.key HAVING count(*) = (SELECT count(*) FROM s) AND min(p.value::text) = max(p.value::text)
  )
  SELECT count(*)::int AS sessions, coalesce((SELECT json_object_agg(p.key, p.value) FROM p), '{}') AS parameters,
    json_strip_nulls(json_build_object(${CONSTANT_FIELDS.map(
      (field) => `'${field}', CASE WHEN min("${field}") = max("${field}") THEN min("${field}") END`,
    ).join(', ')})) AS fields
  FROM s`;

/** Reads what sessions have in common. */
@Injectable()
export class ConstantFieldsStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads the given sessions with one statement, so the caller limits their number. */
  async common(workspaceId: string, ids: readonly string[]): Promise<CommonValues> {
    const [row] = await this.dataSource.query<CommonValues[]>(SELECT_COMMON, [workspaceId, ids]);
    return row!;
  }
}
