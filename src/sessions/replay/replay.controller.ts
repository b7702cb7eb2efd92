import { Body, Controller, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../platform/audit/author.js';
import { ByCaller, WorkspaceId } from '../../platform/auth/principal.js';
import { IdempotencyService } from '../../platform/idempotency/idempotency.service.js';
import { AsCreation, type Creation, Idempotent } from '../../platform/idempotency/idempotent.js';
import { ApiProblems } from '../../shared/problems/api-problems.js';
import { SessionId } from '../session-id.js';
import { SessionsService } from '../sessions.service.js';
import { DrawAnswer, DrawInput } from './draw.dto.js';
import { DrawsService } from './draws.service.js';
import { PlayheadAnswer, PlayheadInput } from '../playhead.dto.js';
import { PlayheadsService } from './playheads.service.js';

@ApiTags('Replay')
@Controller('sessions/:id')
export class ReplayController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly playheads: PlayheadsService,
    private readonly draws: DrawsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Store where a replay stands
   * @remarks Send the playhead while the replay runs, for example once a second. The time from the first playhead, or
   * from an earlier `rangeStart`, to `shownUntil` counts as seen by the workspace. The request changes no revision and
   * no `updatedAt`, and has no entry in the audit log. If requests are answered in another order than they were sent,
   * the last one counts.
   */
  @Put('playhead')
  @ApiOkResponse({ type: PlayheadAnswer })
  @ApiProblems('SESSION_NOT_FOUND', 'SESSION_FINISHED')
  async putPlayhead(
    @WorkspaceId() workspaceId: string,
    @SessionId() id: string,
    @Body() input: PlayheadInput,
  ): Promise<PlayheadAnswer> {
    return { playhead: await this.playheads.put(workspaceId, id, input) };
  }

  /**
   * Draw the range of a random replay
   * @remarks Sets `rangeStart` and `rangeEnd` to a random range between `randomSourceStart` and `randomSourceEnd`, and
   * removes the playhead. The range depends only on these bounds, the length, `randomSeed`, the number of earlier draws
   * and, with `unseen`, on the times that the workspace has seen. Each request draws again, unless it has the
   * Idempotency-Key of an earlier request.
   */
  @Post('draw')
  @HttpCode(200)
  @Idempotent()
  @ApiOkResponse({ type: DrawAnswer })
  @ApiProblems(
    'SESSION_NOT_FOUND',
    'SESSION_FINISHED',
    'SESSION_HAS_TRADES',
    'NOTHING_UNSEEN',
    'IDEMPOTENCY_KEY_REUSED',
    'BUSY',
  )
  draw(
    @ByCaller() caller: Caller,
    @SessionId() id: string,
    @Body() input: DrawInput,
    @AsCreation() creation: Creation,
  ): Promise<DrawAnswer> {
    const { workspaceId } = caller;
    return this.sessions.enqueue({ workspaceId, id }, () =>
      this.idempotency.once(workspaceId, creation, (transaction) =>
        this.draws.draw(transaction, caller, id, input),
      ),
    );
  }
}
