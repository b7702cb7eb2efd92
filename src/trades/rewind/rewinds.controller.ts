import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../platform/audit/author.js';
import { ByCaller } from '../../platform/auth/principal.js';
import { NeedsScopeOfDelete } from '../../platform/auth/requests/api-key.guard.js';
import { IdempotencyService } from '../../platform/idempotency/idempotency.service.js';
import { AsCreation, type Creation, Idempotent } from '../../platform/idempotency/idempotent.js';
import { ApiProblems } from '../../shared/problems/api-problems.js';
import { SessionId } from '../../sessions/session-id.js';
import { RewindAnswer, RewindInput } from './rewind.dto.js';
import { RewindsService } from './rewinds.service.js';

@ApiTags('Replay')
@Controller('sessions/:id/rewind')
export class RewindsController {
  constructor(
    private readonly rewinds: RewindsService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Go back to an earlier instant
   * @remarks Removes every trade whose exit is later than `to`, and sets the playhead to `to`, in one transaction. A
   * position that was open at `to` is for the client to open again. The removed trades stay in the figures of first
   * answers, and trades that are stored later with an entry between `to` and the latest time that was shown are second
   * looks. A request removes up to 100,000 trades. Needs a key that may delete.
   */
  @Post()
  @HttpCode(200)
  @NeedsScopeOfDelete()
  @Idempotent()
  @ApiOkResponse({ type: RewindAnswer })
  @ApiProblems('SESSION_NOT_FOUND', 'SESSION_FINISHED', 'IDEMPOTENCY_KEY_REUSED', 'BUSY')
  rewind(
    @ByCaller() caller: Caller,
    @SessionId() id: string,
    @Body() { to }: RewindInput,
    @AsCreation() creation: Creation,
  ): Promise<RewindAnswer> {
    return this.rewinds.rewind(caller, id, to, (work) =>
      this.idempotency.once(caller.workspaceId, creation, work),
    );
  }
}
