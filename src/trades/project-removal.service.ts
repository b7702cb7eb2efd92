import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../platform/audit/author.js';
import { ProjectsService, projectNotFound } from '../projects/projects.service.js';
import { isId } from '../shared/fields/ids.js';
import { Problem } from '../shared/problems/problem.js';
import { Session } from '../sessions/session.entity.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { SessionRemovalService } from './session-removal.service.js';

const ATTEMPTS = 3;
const RETRY_AFTER_S = 5;

/** Removes projects with their sessions. */
@Injectable()
export class ProjectRemovalService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectsService,
    private readonly sessions: SessionsService,
    private readonly removal: SessionRemovalService,
  ) {}

  /**
   * Deletes a project with its sessions and their trades, in one transaction.
   * @throws Problem PROJECT_NOT_FOUND; BUSY if sessions are added all the time
   */
  async removeWithSessions(caller: Caller, id: string): Promise<void> {
    if (!isId(id)) throw projectNotFound();
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      try {
        await this.dataSource.transaction((transaction) => this.removeAll(transaction, caller, id));
        return;
      } catch (error) {
        if (!(error instanceof SessionAdded)) throw error;
      }
    }
    throw new Problem('BUSY', 'Sessions are being added to the project; try again later.', {
      retryAfterS: RETRY_AFTER_S,
    });
  }

  private async removeAll(transaction: EntityManager, caller: Caller, projectId: string): Promise<void> {
    const { workspaceId } = caller;
    // A write to a session locks the session, then the project. The same order here prevents deadlocks.
    const locked = await this.sessions.lockAll(transaction, workspaceId, projectId);
    await this.projects.lock(transaction, workspaceId, projectId);
    const count = await transaction.countBy(Session, { workspaceId, projectId });
    if (count > locked.length) throw new SessionAdded();
    for (const session of locked) await this.removal.removeLocked(transaction, caller, session);
    await this.projects.removeWithin(transaction, caller, projectId);
  }
}

/** A session was added before the project was locked, so the transaction is repeated. */
class SessionAdded extends Error {}
