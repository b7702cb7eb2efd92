import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import type { Caller } from '../platform/audit/author.js';
import { recordChange } from '../platform/audit/record-change.js';
import { ProjectsService } from '../projects/projects.service.js';
import { Asset } from './asset.entity.js';
import { CreateSessionDto } from './create-session.dto.js';
import { checkAssets } from './new-session.js';
import { type SessionOrigin, plannedSession } from './planned-session.js';
import { Session } from './session.entity.js';
import type { SessionAndAssets } from './sessions.store.js';
import { StorageQuotas } from './storage-quotas.js';

/** Creates sessions. */
@Injectable()
export class SessionCreationsService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly quotas: StorageQuotas,
  ) {}

  /** @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND, QUOTA_SESSIONS */
  async create(
    caller: Caller,
    input: CreateSessionDto,
    transaction: EntityManager,
  ): Promise<SessionAndAssets> {
    const created = await this.insert(caller.workspaceId, input, transaction);
    await recordChange(transaction, caller, { action: 'session.create', resourceId: created.session.id });
    await this.quotas.requireSessions(transaction, caller.workspaceId);
    return created;
  }

  /**
   * Inserts a session and its assets. In the same transaction, the caller records the change and then checks the quotas
   * of the workspace.
   * @param origin the file of an imported session
   * @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND
   */
  async insert(
    workspaceId: string,
    input: CreateSessionDto,
    transaction: EntityManager,
    origin?: SessionOrigin,
  ): Promise<SessionAndAssets> {
    checkAssets(input.assets, null);
    const project = await this.projects.hold(transaction, workspaceId, input.projectId);
    checkAssets(input.assets, project.symbol);
    const planned = plannedSession(input, project, origin);
    await store(transaction, planned);
    return planned;
  }

  /**
   * Stores a planned session like `insert`.
   * @throws Problem PROJECT_NOT_FOUND
   */
  async insertPlanned(transaction: EntityManager, planned: SessionAndAssets): Promise<void> {
    const { workspaceId, projectId } = planned.session;
    await this.projects.hold(transaction, workspaceId, projectId);
    await store(transaction, planned);
  }
}

async function store(transaction: EntityManager, { session, assets }: SessionAndAssets): Promise<void> {
  await transaction.insert(Session, session);
  await transaction.insert(Asset, [...assets]);
}
