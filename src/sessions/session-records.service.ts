import { Injectable } from '@nestjs/common';
import { Cursors } from '../shared/fields/cursor.js';
import { isId } from '../shared/fields/ids.js';
import { ProjectsService, projectNotFound } from '../projects/projects.service.js';
import type { ProjectTagDto } from './project-tags.dto.js';
import { PlayheadsStore } from './playheads.store.js';
import { SessionListsStore } from './session-lists.store.js';
import { type SessionRecord, type SessionRecordsAnswer, toSessionRecord } from './session-record.dto.js';
import type { SessionsQuery } from './sessions-query.dto.js';
import { SessionsService } from './sessions.service.js';
import type { SessionAndAssets, WholeSession } from './sessions.store.js';
import { SummariesService } from './summaries.service.js';

/** Reads sessions with their labels and summaries: lists and single sessions. */
@Injectable()
export class SessionRecordsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly summaries: SummariesService,
    private readonly lists: SessionListsStore,
    private readonly projects: ProjectsService,
    private readonly playheads: PlayheadsStore,
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
    const [summaries, playheads] = await Promise.all([
      this.summaries.list(workspaceId, sessions),
      this.playheads.list(
        workspaceId,
        sessions.map(({ id }) => id),
      ),
    ]);
    return list.map(({ session, assets }, place) =>
      toSessionRecord(session, assets, summaries[place]!, playheads.get(session.id) ?? null),
    );
  }
}
