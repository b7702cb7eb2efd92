import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { mapperTo } from '../../shared/fields/documented-fields.js';
import { anyCasePattern } from '../../shared/text/any-case-pattern.js';
import { equalTo } from '../../platform/database/equal-to.js';
import { type DailyResults, dailyCurve } from '../../shared/figures/equity-curve.js';
import { FIGURES_VERSION } from '../figures-version.js';
import { ProjectRecord } from './project-record.dto.js';

/** Position of a project in the list, newest first. */
export type ProjectPosition = readonly [createdAt: number, id: string];

export interface ProjectPage {
  readonly projects: ProjectRecord[];
  /** The position at which the next page begins; null on the last page. */
  readonly next: ProjectPosition | null;
}

/** Maximum number of rows that a page with a search examines, because no index supports the search. */
const MAX_EXAMINED = 20_000;

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

/**
 * The sessions of a project are read from the index `sessions_of_project`. Each part names the workspace, so that Citus
 * sends the statement to one shard.
 */
const OF_PROJECT = `
  SELECT count(*)::int AS "sessionCount",
    GREATEST(p.updated_at, max(updated_at), max(trades_changed_at)) AS "lastChangeAt"
  FROM sessions WHERE workspace_id = $1 AND project_id = p.id`;

/** Number of sessions of a project whose markets and curve are shown. */
const SHOWN_SESSIONS = 100;
const MAX_SYMBOLS = 20;

/** The markets and the curve of the newest sessions. $3 is the version of figures, which are missing while pending. */
const NEWEST_SESSIONS = `
  WITH newest AS (
    SELECT s.id, s.created_at, s.trade_count, s.initial_balance, s.revision, s.account_timezone FROM sessions s
    WHERE s.workspace_id = $1 AND s.project_id = p.id ${NEWEST_FIRST} LIMIT ${SHOWN_SESSIONS}
  )
  SELECT ARRAY(
      SELECT a.symbol FROM newest n JOIN session_assets a ON a.workspace_id = $1 AND a.session_id = n.id
      GROUP BY a.symbol ORDER BY count(DISTINCT a.session_id) DESC, a.symbol COLLATE "C" LIMIT ${MAX_SYMBOLS}
    ) AS symbols,
    (SELECT json_build_object('initialBalance', n.initial_balance, 'curve', f.statistics->'curve',
        'dailyPlNet', CASE WHEN f.statistics->'curve' IS NULL THEN f.daily_pl_net END)
      FROM (SELECT * FROM newest WHERE trade_count > 0 ${NEWEST_FIRST} LIMIT 1) n
      JOIN session_figures f ON f.workspace_id = $1 AND f.session_id = n.id AND f.revision = n.revision
        AND f.account_timezone = n.account_timezone AND f.calculation_version = $3::text) AS results`;

const FIELDS = `p.id, p.name, p.symbol, p.timeframe, p.created_at AS "createdAt", p.updated_at AS "updatedAt",
    o."sessionCount", o."lastChangeAt", n.symbols, n.results`;

const toProjectRecord = mapperTo(ProjectRecord);

/** Reads the list of projects, in the order of an index. */
@Injectable()
export class ProjectRecordsStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the projects after a position, at most `count`. */
  async page(
    workspaceId: string,
    search: string | undefined,
    after: ProjectPosition | null,
    count: number,
  ): Promise<ProjectPage> {
    const values: unknown[] = [workspaceId, count + 1, FIGURES_VERSION];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const range = after ? `AND (created_at, id) < (${after.map(parameter).join('::bigint, ')}::uuid)` : '';
    const rows = `FROM projects WHERE ${equalTo('workspace_id', '$1')} ${range} ${NEWEST_FIRST}`;
    const text =
      search === undefined ? plainPage(rows) : searchedPage(rows, parameter(anyCasePattern(search)));
    const read = await this.dataSource.query<RowOfPage[]>(text, values);
    const found = read.filter(({ id }) => id !== null);
    const projects = found
      .slice(0, count)
      .map(({ results, ...row }) => toProjectRecord({ ...row, curve: results ? curveOf(results) : [] }));
    const last = projects.at(-1);
    if (found.length > count && last) return { projects, next: [last.createdAt, last.id] };
    const [{ examinedTime, examinedId } = {}] = read;
    const isCut = typeof examinedTime === 'number' && typeof examinedId === 'string';
    return { projects, next: isCut ? [examinedTime, examinedId] : null };
  }
}

/** The stored curve of a session, or the results from which the curve is made. */
type Results = { readonly curve: number[] } | (DailyResults & { readonly curve: null });

const curveOf = (results: Results): number[] => results.curve ?? dailyCurve(results);

type RowOfPage = Omit<ProjectRecord, 'curve'> & {
  /** Null without figures. */
  readonly results: Results | null;
  /** Position at which the examination stopped before the list ended. */
  readonly examinedTime?: number | null;
  readonly examinedId?: string | null;
};

const plainPage = (rows: string): string => `
  SELECT ${FIELDS} FROM (SELECT * ${rows} LIMIT $2) p LEFT JOIN LATERAL (${OF_PROJECT}) o ON true
  LEFT JOIN LATERAL (${NEWEST_SESSIONS}) n ON true ${NEWEST_FIRST}`;

/** The last examined row is read only if the page is not full, because only such a page may be cut off. */
const searchedPage = (rows: string, pattern: string): string => `
  WITH found AS (
    SELECT * FROM (SELECT * ${rows} LIMIT ${MAX_EXAMINED}) examined
    WHERE name ~ ${pattern} ${NEWEST_FIRST} LIMIT $2
  )
  SELECT ${FIELDS}, edge.time AS "examinedTime", edge.edge_id AS "examinedId"
  FROM (SELECT count(*) AS n FROM found) c
  LEFT JOIN found p ON true
  LEFT JOIN LATERAL (${OF_PROJECT}) o ON true
  LEFT JOIN LATERAL (${NEWEST_SESSIONS}) n ON true
  LEFT JOIN LATERAL (
    SELECT created_at AS time, id AS edge_id FROM (SELECT created_at, id ${rows} LIMIT ${MAX_EXAMINED}) e
    WHERE c.n < $2 OFFSET ${MAX_EXAMINED - 1}
  ) edge ON true
  ${NEWEST_FIRST}`;
