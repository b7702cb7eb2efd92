import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { EntityManager } from 'typeorm';
import type { Caller } from '../audit/author.js';
import { recordChange } from '../audit/record-change.js';
import { ProjectsService } from '../projects/projects.service.js';
import { Asset } from './asset.entity.js';
import { CreateSessionDto } from './create-session.dto.js';
import { checkAssets, newAsset, newSession } from './new-session.js';
import { Session } from './session.entity.js';
import type { SessionAndAssets } from './sessions.store.js';
import { StorageQuotas } from './storage-quotas.js';

/**
 * Upper bound of a drawn seed: node:crypto draws integers below 2^48. A seed that the client sends may be up to 2^53 −
 * 1.
 */
const DRAWN_SEEDS = 2 ** 48 - 1;

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
   * @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND
   */
  async insert(
    workspaceId: string,
    { assets: inputs, ...input }: CreateSessionDto,
    transaction: EntityManager,
  ): Promise<SessionAndAssets> {
    checkAssets(inputs, null);
    const project = await this.projects.hold(transaction, workspaceId, input.projectId);
    checkAssets(inputs, project.symbol);
    const session = newSession(input, project, Date.now(), randomInt(DRAWN_SEEDS));
    const assets = inputs.map((asset, position) => newAsset(asset, position, session, project));
    await transaction.insert(Session, session);
    await transaction.insert(Asset, assets);
    return { session, assets };
  }
}
