import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import type { QueryResultRow } from 'pg';
import { DataSource, EntityManager } from 'typeorm';
import { BoundedMap } from '../common/bounded-map.js';
import { isId } from '../common/ids.js';
import { Problem } from '../common/problem.js';
import { columnsOf, readRows } from '../database/read-rows.js';
import { Project } from '../projects/project.entity.js';
import { ProjectsService } from '../projects/projects.service.js';
import { Asset } from './asset.entity.js';
import { CreateSessionDto } from './create-session.dto.js';
import { checkAssets, newAssets, newSession } from './new-session.js';
import { Session } from './session.entity.js';

export interface SessionAndAssets {
  readonly session: Session;
  readonly assets: readonly Asset[];
}

/** What of a session its statistics are made of, beside its trades. */
export type SessionState = Pick<Session, 'workspaceId' | 'id' | 'status' | 'revision' | 'initialBalance'>;

export interface WholeSession extends SessionAndAssets {
  readonly project: Project;
}

/** node:crypto draws integers below 2^48; a given seed may be anything up to 2^53 − 1. */
const DRAWN_SEEDS = 2 ** 48 - 1;

/** Most sessions whose assets are kept in memory. */
const MOST_REMEMBERED = 5_000;

@Injectable()
export class SessionsService {
  private readonly assets = new BoundedMap<string, readonly Asset[]>(MOST_REMEMBERED);

  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
  ) {}

  /** @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND */
  async create(workspaceId: string, input: CreateSessionDto): Promise<SessionAndAssets> {
    const inputs = input.assets ?? [{}];
    checkAssets(inputs, null);
    const project = await this.projects.get(workspaceId, input.projectId);
    checkAssets(inputs, project.symbol);
    const session = newSession(input, project, Date.now(), randomInt(DRAWN_SEEDS));
    const assets = newAssets(inputs, session, project.symbol);
    await this.dataSource.transaction(async (manager) => {
      await manager.insert(Session, session);
      await manager.insert(Asset, assets);
    });
    return { session, assets };
  }

  /** @throws Problem SESSION_NOT_FOUND, also for what is no id or belongs to another workspace */
  async get(workspaceId: string, id: string): Promise<Session> {
    const statement = `SELECT ${columnsOf(this.dataSource, Session)} FROM sessions WHERE workspace_id = $1 AND id = $2`;
    return this.one<Session>(statement, workspaceId, id);
  }

  /** @throws Problem SESSION_NOT_FOUND */
  async stateOf(workspaceId: string, id: string): Promise<SessionState> {
    const statement = `SELECT workspace_id AS "workspaceId", id, status, revision, initial_balance AS "initialBalance"
      FROM sessions WHERE workspace_id = $1 AND id = $2`;
    return this.one<SessionState>(statement, workspaceId, id);
  }

  /**
   * A session with its assets, in their order, and its project, by one statement. Each part of it names the workspace
   * itself: a cluster that had to conclude it would ask every shard.
   * @throws Problem SESSION_NOT_FOUND
   */
  async getWhole(workspaceId: string, id: string): Promise<WholeSession> {
    const [session, asset, project] = [Session, Asset, Project].map((entity) =>
      columnsOf(this.dataSource, entity),
    );
    const statement = `SELECT ${session},
        (SELECT json_agg(a) FROM (SELECT ${asset} FROM session_assets
         WHERE workspace_id = $1 AND session_id = $2 ORDER BY position) a) AS assets,
        (SELECT to_json(p) FROM (SELECT ${project} FROM projects
         WHERE workspace_id = $1 AND id = s.project_id) p) AS project
      FROM sessions s WHERE workspace_id = $1 AND id = $2`;
    const found = await this.one<Session & Omit<WholeSession, 'session'>>(statement, workspaceId, id);
    return { session: found, assets: found.assets, project: found.project };
  }

  private async one<Row extends QueryResultRow>(
    statement: string,
    workspaceId: string,
    id: string,
  ): Promise<Row> {
    const [row] = isId(id) ? await readRows<Row>(this.dataSource, statement, [workspaceId, id]) : [];
    if (!row) throw sessionNotFound();
    return row;
  }

  /**
   * The assets of a session that need not be read: neither a session nor its assets are ever removed, and its assets
   * never change, so what was read once stays true.
   * @throws Problem SESSION_NOT_FOUND
   */
  async rememberedAssets(workspaceId: string, id: string): Promise<readonly Asset[]> {
    const key = `${workspaceId} ${id}`;
    const known = this.assets.get(key);
    if (known) return known;
    const { assets } = await this.getWhole(workspaceId, id);
    this.assets.set(key, assets);
    return assets;
  }

  /** The session's assets in their order. */
  assetsOf({ workspaceId, id }: Pick<Session, 'workspaceId' | 'id'>): Promise<Asset[]> {
    return this.dataSource.manager.find(Asset, {
      where: { workspaceId, sessionId: id },
      order: { position: 'ASC' },
    });
  }

  /**
   * Marks that what the statistics of an active session are made of changes, which locks its row until the manager's
   * transaction ends: whoever ingests or finishes waits here.
   * @returns whether the session was active
   */
  async reviseActive(manager: EntityManager, workspaceId: string, id: string): Promise<boolean> {
    return this.addToRevision(manager, workspaceId, id, 1);
  }

  /** Takes a revision back, in the same transaction: nothing changed after all. */
  async unrevise(manager: EntityManager, workspaceId: string, id: string): Promise<void> {
    await this.addToRevision(manager, workspaceId, id, -1);
  }

  private async addToRevision(
    manager: EntityManager,
    workspaceId: string,
    id: string,
    by: 1 | -1,
  ): Promise<boolean> {
    const [, affected] = await manager.query<[unknown[], number]>(
      `UPDATE sessions SET revision = revision + $3 WHERE workspace_id = $1 AND id = $2 AND status = 'active'`,
      [workspaceId, id, by],
    );
    return affected === 1;
  }

  /**
   * Finishes the session; one that is finished stays as it is.
   * @throws Problem SESSION_NOT_FOUND
   */
  async finish(workspaceId: string, id: string): Promise<Session> {
    if (!isId(id)) throw sessionNotFound();
    const now = Date.now();
    await this.dataSource
      .createQueryBuilder()
      .update(Session)
      .set({ status: 'finished', endedAt: now, updatedAt: now, revision: () => 'revision + 1' })
      .where({ workspaceId, id, status: 'active' })
      .execute();
    return this.get(workspaceId, id);
  }
}

const sessionNotFound = () => new Problem('SESSION_NOT_FOUND', 'There is no session with this id.');
