import { Injectable } from '@nestjs/common';
import type { Caller } from '../platform/audit/author.js';
import { recordChange } from '../platform/audit/record-change.js';
import { Cursors } from '../shared/fields/cursor.js';
import { isId } from '../shared/fields/ids.js';
import { foundOr } from '../shared/problems/problem.js';
import { ProjectsService, projectNotFound } from '../projects/projects.service.js';
import type { ProjectTagDto } from './project-tags.dto.js';
import { sessionChanges } from './session-changes.js';
import { SessionListsStore } from './session-lists.store.js';
import { type SessionRecord, type SessionRecordsAnswer, toSessionRecord } from './session-record.dto.js';
import { Session } from './session.entity.js';
import type { SessionsQuery } from './sessions-query.dto.js';
import { SessionRuns } from './session-runs.js';
import { SessionsService, sessionNotFound } from './sessions.service.js';
import type { SessionAndAssets, WholeSession } from './sessions.store.js';
import { SummariesService } from './summaries.service.js';
import { TradeChanges } from './trade-changes.js';
import type { UpdateSessionDto } from './update-session.dto.js';

/** Sessions with their labels and summaries: lists, single sessions, and edits. */
@Injectable()
export class SessionRecordsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly summaries: SummariesService,
    private readonly lists: SessionListsStore,
    private readonly projects: ProjectsService,
    private readonly runs: SessionRuns,
    private readonly changes: TradeChanges,
  ) {}

  /** @throws Problem PROJECT_NOT_FOUND, VALIDATION_FAILED for a cursor of another list */
  async list(
    workspaceId: string,
    { count, cursor, ...filters }: SessionsQuery,
  ): Promise<SessionRecordsAnswer> {
    const { projectId } = filters;
    const cursors = new Cursors({ route: 'GET /sessions', filters, order: 'newest first' }, ['time', 'id']);
    const after = cursor === undefined ? null : cursors.read(cursor);
    if (projectId !== undefined && !isId(projectId)) throw projectNotFound();
    const { sessions, next } = await this.lists.page(workspaceId, filters, after, count);
    // If sessions were found, their project exists. If no session was found, the project may not exist.
    if (projectId !== undefined && sessions.length === 0) await this.projects.get(workspaceId, projectId);
    return {
      sessions: await this.recordsOf(workspaceId, sessions),
      nextCursor: next && cursors.write(next),
    };
  }

  /** @throws Problem SESSION_NOT_FOUND */
  async get(
    workspaceId: string,
    id: string,
  ): Promise<Pick<WholeSession, 'project'> & { session: SessionRecord }> {
    const whole = await this.sessions.getWhole(workspaceId, id);
    return { session: await this.recordOf(whole), project: whole.project };
  }

  /**
   * Changes the given fields, in any status. No figure depends on these fields, so the revision and the cached
   * statistics do not change. If no value differs, nothing changes.
   * @throws Problem SESSION_NOT_FOUND, VALIDATION_FAILED, BUSY
   */
  async update(caller: Caller, id: string, edit: UpdateSessionDto): Promise<SessionRecord> {
    if (!isId(id)) throw sessionNotFound();
    const { workspaceId } = caller;
    const session = await this.sessions.transaction({ workspaceId, id }, async (transaction) => {
      const query = { where: { workspaceId, id }, lock: { mode: 'for_no_key_update' } } as const;
      const stored = foundOr(await transaction.findOne(Session, query), sessionNotFound);
      const changes = sessionChanges(stored, edit);
      if (!changes) return stored;
      if (changes.trial) {
        const [summary] = await this.summaries.list(workspaceId, [stored], transaction);
        await this.runs.relabel(transaction, stored, changes.trial, summary!.tradeCount > 0);
      }
      // The stored figures depend on the time zone, which determines local days.
      if (changes.accountTimezone !== undefined) this.changes.changed({ workspaceId, id });
      const changed = { ...changes, labelRevision: stored.labelRevision + 1, updatedAt: Date.now() };
      await transaction.update(Session, { workspaceId, id }, changed);
      await recordChange(transaction, caller, { action: 'session.edit', resourceId: id });
      return { ...stored, ...changed };
    });
    return this.recordOf({ session, assets: await this.sessions.getAssets(workspaceId, id) });
  }

  /**
   * Returns the tags of the sessions of a project.
   * @throws Problem PROJECT_NOT_FOUND
   */
  async tagsOf(workspaceId: string, projectId: string): Promise<ProjectTagDto[]> {
    const { id } = await this.projects.get(workspaceId, projectId);
    return this.lists.tags(workspaceId, id);
  }

  async recordOf(session: SessionAndAssets): Promise<SessionRecord> {
    const [record] = await this.recordsOf(session.session.workspaceId, [session]);
    return record!;
  }

  private async recordsOf(workspaceId: string, list: readonly SessionAndAssets[]): Promise<SessionRecord[]> {
    const sessions = list.map(({ session }) => session);
    const summaries = await this.summaries.list(workspaceId, sessions);
    return list.map(({ session, assets }, place) => toSessionRecord(session, assets, summaries[place]!));
  }
}
