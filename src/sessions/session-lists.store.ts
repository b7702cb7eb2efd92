import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { anyCasePattern } from '../shared/text/any-case-pattern.js';
import { equalTo } from '../platform/database/equal-to.js';
import { selectList } from '../platform/database/select-list.js';
import { Asset } from './asset.entity.js';
import type { ProjectTagDto } from './project-tags.dto.js';
import { Session } from './session.entity.js';
import type { SessionAndAssets } from './sessions.store.js';

/** Filter of a list of sessions. */
export interface SessionFilter {
  readonly projectId?: string | undefined;
  readonly status?: Session['status'] | undefined;
  readonly tag?: string | undefined;
  readonly search?: string | undefined;
}

/** Position of a session in the order of lists, newest first. */
export type SessionPosition = readonly [createdAt: number, id: string];

export interface SessionPage {
  readonly sessions: readonly SessionAndAssets[];
  /** The position at which the next page begins; null on the last page. */
  readonly next: SessionPosition | null;
}

/** Maximum number of rows that a page examines if its filter is not supported by an index. */
const MAX_EXAMINED = 20_000;

const MAX_LISTED_TAGS = 1_000;

const SELECT_TAGS = `
  SELECT tag, count(*)::int AS sessions
  FROM (SELECT unnest(tags) AS tag FROM sessions WHERE workspace_id = $1 AND project_id = $2) t
  GROUP BY tag ORDER BY sessions DESC, tag COLLATE "C" LIMIT ${MAX_LISTED_TAGS}`;

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

/** Reads the lists of sessions, in the order of their index. */
@Injectable()
export class SessionListsStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the sessions after a position, at most `count`. */
  async page(
    workspaceId: string,
    filter: SessionFilter,
    after: SessionPosition | null,
    count: number,
  ): Promise<SessionPage> {
    const { text, values } = this.statement(workspaceId, filter, after, count + 1);
    const rows = await this.dataSource.query<RowOfPage[]>(text, values);
    const found = rows.filter(({ id }) => id !== null);
    const sessions = found.slice(0, count).map((session) => ({ session, assets: session.assets }));
    if (found.length > count) return { sessions, next: sessionPosition(sessions.at(-1)!.session) };
    const [{ examinedTime, examinedId } = {}] = rows;
    const isCut = typeof examinedTime === 'number' && typeof examinedId === 'string';
    return { sessions, next: isCut ? [examinedTime, examinedId] : null };
  }

  /** Returns the tags of the sessions of a project, most-used first. */
  tags(workspaceId: string, projectId: string): Promise<ProjectTagDto[]> {
    return this.dataSource.query(SELECT_TAGS, [workspaceId, projectId]);
  }

  private statement(
    workspaceId: string,
    { projectId, ...filter }: SessionFilter,
    after: SessionPosition | null,
    limit: number,
  ): { readonly text: string; readonly values: readonly unknown[] } {
    const values: unknown[] = [workspaceId];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const range = [equalTo('workspace_id', '$1')];
    if (projectId !== undefined) range.push(equalTo('project_id', parameter(projectId)));
    if (after) range.push(`(created_at, id) < (${after.map(parameter).join('::bigint, ')}::uuid)`);
    const rows = `FROM sessions WHERE ${range.join(' AND ')} ${NEWEST_FIRST}`;
    const conditions = conditionsOf(filter, parameter);
    const [session, asset] = [Session, Asset].map((entity) =>
      selectList(this.dataSource.getMetadata(entity)),
    );
    const assets = `(SELECT json_agg(a) FROM (SELECT ${asset} FROM session_assets
       WHERE workspace_id = $1 AND session_id = s.id ORDER BY position) a) AS assets`;
    const last = parameter(limit);
    if (conditions.length === 0)
      return {
        text: `SELECT ${session}, ${assets} FROM (SELECT * ${rows} LIMIT ${last}) s ${NEWEST_FIRST}`,
        values,
      };
    // The last examined row is read only if the page is not full, because only a page that is not full may be cut off.
    const text = `
      WITH found AS (
        SELECT * FROM (SELECT * ${rows} LIMIT ${MAX_EXAMINED}) examined
        WHERE ${conditions.join(' AND ')} ${NEWEST_FIRST} LIMIT ${last}
      )
      SELECT ${session}, ${assets}, edge.time AS "examinedTime", edge.edge_id AS "examinedId"
      FROM (SELECT count(*) AS n FROM found) c
      LEFT JOIN found s ON true
      LEFT JOIN LATERAL (
        SELECT created_at AS time, id AS edge_id FROM (SELECT created_at, id ${rows} LIMIT ${MAX_EXAMINED}) e
        WHERE c.n < ${last} OFFSET ${MAX_EXAMINED - 1}
      ) edge ON true
      ${NEWEST_FIRST}`;
    return { text, values };
  }
}

type RowOfPage = Session &
  Pick<SessionAndAssets, 'assets'> & {
    /** Position at which the search stopped before the end of the list. */
    readonly examinedTime?: number | null;
    readonly examinedId?: string | null;
  };

const sessionPosition = ({ createdAt, id }: Session): SessionPosition => [createdAt, id];

function conditionsOf(
  { status, tag, search }: Omit<SessionFilter, 'projectId'>,
  parameter: (value: unknown) => string,
): string[] {
  return [
    ...(status === undefined ? [] : [`status = ${parameter(status)}`]),
    ...(tag === undefined ? [] : [`${parameter(tag)} = ANY(tags)`]),
    ...(search === undefined ? [] : [`name ~ ${parameter(anyCasePattern(search))}`]),
  ];
}
