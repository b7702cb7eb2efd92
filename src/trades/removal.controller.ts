import { Controller, Delete, HttpCode } from '@nestjs/common';
import { Query } from '../shared/fields/query.js';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../platform/audit/author.js';
import { ByCaller } from '../platform/auth/principal.js';
import { ApiProblems } from '../shared/problems/api-problems.js';
import { SessionId } from '../sessions/session-id.js';
import { ProjectId } from '../projects/project-id.js';
import { ProjectsService } from '../projects/projects.service.js';
import { ProjectRemovalService } from './project-removal.service.js';
import { RemovalService } from './removal.service.js';
import { SessionRemovalService } from './session-removal.service.js';
import { RemoveProjectQuery, RemovedTradesAnswer } from './removal.dto.js';

/**
 * Deletes projects. The controller is in `trades/` because the sessions of a project may be deleted with it, and
 * `projects/` must not depend on `trades/`.
 */
@ApiTags('Review')
@Controller('projects')
export class ProjectRemovalController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly removal: ProjectRemovalService,
  ) {}

  /**
   * Delete a project
   * @remarks A project with sessions is deleted only with `sessions=true`, which also deletes its sessions with their
   * trades and its ledger of tries, all in one transaction. The deletion cannot be undone.
   */
  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiProblems('PROJECT_NOT_FOUND', 'PROJECT_NOT_EMPTY', 'BUSY')
  async remove(
    @ByCaller() caller: Caller,
    @ProjectId() id: string,
    @Query() { sessions }: RemoveProjectQuery,
  ): Promise<void> {
    if (sessions === 'true') await this.removal.removeWithSessions(caller, id);
    else await this.projects.remove(caller, id);
  }
}

/**
 * Deletes sessions. The controller is in `trades/` because a session's trades are deleted with it, and `sessions/` must
 * not depend on `trades/`.
 */
@ApiTags('Review')
@Controller('sessions/:id')
export class SessionRemovalController {
  constructor(private readonly removal: SessionRemovalService) {}

  /**
   * Delete a session with its trades and its state
   * @remarks Works in any status. The deletion cannot be undone. A session that had trades stays counted as a try of
   * its study.
   */
  @Delete()
  @HttpCode(204)
  @ApiNoContentResponse()
  @ApiProblems('SESSION_NOT_FOUND')
  async remove(@ByCaller() caller: Caller, @SessionId() id: string): Promise<void> {
    await this.removal.removeSession(caller, id);
  }
}

@ApiTags('Review')
@Controller('sessions/:id/trades')
export class TradesRemovalController {
  constructor(private readonly removal: RemovalService) {}

  /**
   * Delete all trades of an active session
   * @remarks Use it to undo a wrong import. The clientIds can then be used again. The trades stay counted as a try of
   * the study, so undoing an import costs a try.
   */
  @Delete()
  @ApiOkResponse({ type: RemovedTradesAnswer })
  @ApiProblems('SESSION_NOT_FOUND', 'SESSION_FINISHED')
  async remove(@ByCaller() caller: Caller, @SessionId() id: string): Promise<RemovedTradesAnswer> {
    return { removed: await this.removal.removeTrades(caller, id) };
  }
}
