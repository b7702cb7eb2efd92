import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FIGURES_VERSION } from '../../sessions/figures-version.js';
import type { TrialParameter } from '../../sessions/trial.js';
import type { DayNet } from './study-row.js';
import type { RunAnswers, RunKey, StudySession } from './study-session.js';

/**
 * Number of sessions whose labels are read by one statement. A statement of this many sessions takes moments, even if
 * the labels are as wide as they may be.
 */
export const SESSIONS_OF_A_PART = 1_000;

/** SQL: the fields of the session s that can be read of each session of a study. */
const SESSION_FIELDS = {
  name: 's.name',
  status: 's.status',
  tags: `nullif(array_to_string(s.tags, ', '), '')`,
  startedAt: 's.started_at',
  createdAt: 's.created_at',
  accountCurrency: 's.account_currency',
} as const;

/**
 * A value that can be read of each session of a study: a parameter, a member of its statistics or returns, or a field of
 * the session itself.
 */
export type StoredField =
  | { readonly of: 'parameters' | 'statistics' | 'returns'; readonly name: string }
  | { readonly of: 'session'; readonly name: keyof typeof SESSION_FIELDS };

/** The results of a session by local day. */
export interface SessionDays {
  readonly id: string;
  readonly initialBalance: number;
  /** Net result of each day with exits, ascending. */
  readonly dailyPlNet: readonly DayNet[];
}

/** A session that belongs to a sample. */
export interface SampledSession {
  readonly id: string;
  /** Epoch milliseconds, like the other times. */
  readonly createdAt: number;
  readonly sample: 'in' | 'out';
  /** Equal for sessions with equal parameters and the same version of the code. */
  readonly settings: string;
  readonly firstEntry: number | null;
  readonly lastExit: number | null;
}

/** A parameter with the values that some sessions have for it. */
export interface ParameterPart {
  readonly name: string;
  /** Number of these sessions that have the parameter. */
  readonly sessions: number;
  /** The different values; null if there are too many to list. */
  readonly values: readonly TrialParameter[] | null;
  /** A hash of 8 bytes for each different value. */
  readonly hashes: Buffer;
  /** The smallest and the greatest value that is a number; null if no value is a number. */
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** A choice of parameters: the first `most` by name, up to the name `last` if it is given. */
export interface WhichParameters {
  readonly most: number;
  readonly mostValues: number;
  readonly last: string | null;
}

/** SQL: the stored figures of the session s. $1 is the workspace, and $2 the sessions. */
const FIGURES_OF_SESSION = `
  LEFT JOIN session_figures f ON f.workspace_id = $1 AND f.session_id = s.id AND f.revision = s.revision
    AND f.account_timezone = s.account_timezone AND f.calculation_version = $3::text`;

const SESSIONS = 's.workspace_id = $1 AND s.id = ANY($2::uuid[])';

/** SQL: the counts of answers as JSON; null if an earlier version stored some of the answers. */
const answersOf = (count: (column: string) => string): string => `
  CASE WHEN ${count('first_answers')} IS NOT NULL THEN json_build_object('first', ${count('first_answers')},
    'changed', ${count('changed_answers')}, 'secondLooks', ${count('second_looks')},
    'earlierLooks', ${count('earlier_looks')}) END`;

/** SQL: a column of the markets of the session s. */
const ofMarkets = (column: string): string => `ARRAY(
  SELECT a.${column} FROM session_assets a WHERE a.workspace_id = $1 AND a.session_id = s.id ORDER BY a.position
)`;

const SELECT_SESSIONS = `
  SELECT ${answersOf((column) => `s.${column}`)} AS answers, s.id, s.name, s.status, s.tags, s.created_at AS "createdAt", s.account_currency AS "accountCurrency",
    s.account_timezone AS "accountTimezone",
    s.initial_balance AS "initialBalance", s.trial, f.statistics, f.returns, f.statistics->'curve' AS curve, s.started_at AS "startedAt",
    s.updated_at AS "updatedAt", s.source_file AS "sourceFile", s.run_at AS "runAt", s.range_start AS "rangeStart",
    s.range_end AS "rangeEnd", ${ofMarkets('symbol')} AS symbols, ${ofMarkets('timeframe')} AS timeframes
  FROM sessions s ${FIGURES_OF_SESSION} WHERE ${SESSIONS}`;

/**
 * The rows of a run in several studies have the same counts at the end of the run. Until then, the session has the
 * counts of the run.
 */
const SELECT_ANSWERS = `
  SELECT k.id, k.run, CASE WHEN bool_or(t.ended IN ('emptied', 'deleted')) THEN ${answersOf((column) => `max(t.${column})`)}
    ELSE ${answersOf((column) => `max(s.${column})`)} END AS answers
  FROM unnest($2::uuid[], $3::int[]) k (id, run)
  LEFT JOIN trials t ON t.workspace_id = $1 AND t.session_id = k.id AND t.run = k.run
  LEFT JOIN sessions s ON s.workspace_id = $1 AND s.id = k.id
  GROUP BY k.id, k.run`;

const SELECT_NAMES = `SELECT s.id, s.name FROM sessions s WHERE ${SESSIONS}`;

const SELECT_DAYS = `
  SELECT s.id, s.initial_balance AS "initialBalance", f.daily_pl_net AS "dailyPlNet"
  FROM sessions s JOIN session_figures f ON f.workspace_id = $1 AND f.session_id = s.id WHERE ${SESSIONS}`;

/** `jsonb` writes equal parameters as equal texts, whatever their order. */
const SELECT_SAMPLES = `
  SELECT s.id, s.created_at AS "createdAt", s.trial->>'sample' AS sample,
    md5(jsonb_build_array(s.trial->'codeVersion', s.trial->'parameters')::text) AS settings,
    f.first_entry AS "firstEntry", f.last_exit AS "lastExit"
  FROM sessions s ${FIGURES_OF_SESSION} WHERE ${SESSIONS} AND s.trial->>'sample' IS NOT NULL`;

/** Finds all named parameters in one pass, because the labels of a session may be wide. */
const parametersNamed = (names: string): string => `(
  SELECT json_object_agg(p.key, p.value) FROM json_each(s.trial->'parameters') p WHERE p.key = ANY(${names}::text[])
)`;

interface FieldsRow {
  readonly id: string;
  readonly parameters: Readonly<Record<string, TrialParameter>> | null;
  readonly figures: readonly (number | string | null)[];
}

const parameterIn = (
  parameters: NonNullable<FieldsRow['parameters']>,
  name: string,
): TrialParameter | null => (Object.hasOwn(parameters, name) ? parameters[name]! : null);

const NUMBER = `CASE WHEN v.value ~ '^[-0-9]' THEN v.value::float8 END`;

/** Stored numbers and texts are as JavaScript writes them, so equal values are equal texts. */
const SELECT_PARAMETERS = `
  SELECT v.name, sum(v.sessions)::int AS sessions,
    (CASE WHEN count(*) <= $4::int THEN '[' || string_agg(v.value, ',') || ']' END)::json AS values,
    string_agg(int8send(hashtextextended(v.value, 0)), '') AS hashes,
    min(${NUMBER}) AS minimum, max(${NUMBER}) AS maximum
  FROM (
    SELECT p.key AS name, p.value::text AS value, count(*) AS sessions
    FROM sessions s, json_each(s.trial->'parameters') p
    WHERE ${SESSIONS} AND ($3::text IS NULL OR p.key COLLATE "C" <= $3::text)
    GROUP BY p.key, p.value::text
  ) v
  GROUP BY v.name ORDER BY v.name COLLATE "C" LIMIT $5::int`;

/**
 * Reads what callers choose the width of: labels, and the statistics and days of sessions. Each method reads the given
 * sessions with one statement, so the caller limits their number. A session that was deleted in the meantime is
 * missing in the result.
 */
@Injectable()
export class StudySessionsStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns sessions with their labels and figures. */
  sessions(workspaceId: string, ids: readonly string[]): Promise<StudySession[]> {
    return this.dataSource.query(SELECT_SESSIONS, [workspaceId, ids, FIGURES_VERSION]);
  }

  names(workspaceId: string, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
    return this.dataSource.query(SELECT_NAMES, [workspaceId, ids]);
  }

  /** Returns the counts of answers of runs, in no particular order. */
  answers(
    workspaceId: string,
    runs: readonly RunKey[],
  ): Promise<(RunKey & { readonly answers: RunAnswers | null })[]> {
    const values = [workspaceId, runs.map(({ id }) => id), runs.map(({ run }) => run)];
    return this.dataSource.query(SELECT_ANSWERS, values);
  }

  /** Returns the results of sessions with stored figures by day. */
  days(workspaceId: string, ids: readonly string[]): Promise<SessionDays[]> {
    return this.dataSource.query(SELECT_DAYS, [workspaceId, ids]);
  }

  /** Returns those of the sessions that belong to a sample. */
  samples(workspaceId: string, ids: readonly string[]): Promise<SampledSession[]> {
    return this.dataSource.query(SELECT_SAMPLES, [workspaceId, ids, FIGURES_VERSION]);
  }

  /**
   * Returns the values of fields by session, in the order of the fields. A value is null if the session lacks it or its
   * figures are pending.
   */
  async fields(
    workspaceId: string,
    ids: readonly string[],
    fields: readonly StoredField[],
  ): Promise<Map<string, readonly (TrialParameter | null)[]>> {
    const given: unknown[] = [workspaceId, ids, FIGURES_VERSION];
    const placeOf = (value: unknown) => `$${given.push(value)}`;
    const names = fields.filter(({ of }) => of === 'parameters').map(({ name }) => name);
    const figures = fields.filter(({ of }) => of !== 'parameters');
    const members = figures.map((field) =>
      field.of === 'session' ? SESSION_FIELDS[field.name] : `f.${field.of}->${placeOf(field.name)}::text`,
    );
    const rows = await this.dataSource.query<FieldsRow[]>(
      `SELECT s.id, json_build_array(${members.join(', ')}) AS figures,
        ${names.length > 0 ? parametersNamed(placeOf(names)) : 'NULL'} AS parameters
      FROM sessions s ${FIGURES_OF_SESSION} WHERE ${SESSIONS}`,
      given,
    );
    return new Map(
      rows.map((row) => [
        row.id,
        fields.map((field) =>
          field.of === 'parameters'
            ? parameterIn(row.parameters ?? {}, field.name)
            : row.figures[figures.indexOf(field)]!,
        ),
      ]),
    );
  }

  /** Returns the parameters of sessions with their values, sorted by name. */
  parameters(
    workspaceId: string,
    ids: readonly string[],
    { most, mostValues, last }: WhichParameters,
  ): Promise<ParameterPart[]> {
    return this.dataSource.query(SELECT_PARAMETERS, [workspaceId, ids, last, mostValues, most]);
  }
}
