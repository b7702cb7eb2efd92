import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../platform/audit/author.js';
import { ByCaller } from '../../platform/auth/principal.js';
import { ApiProblems } from '../../shared/problems/api-problems.js';
import { Client } from '../../platform/http/client.js';
import { IdempotencyService } from '../../platform/idempotency/idempotency.service.js';
import { AsCreation, type Creation, Idempotent } from '../../platform/idempotency/idempotent.js';
import { SessionId } from '../../sessions/session-id.js';
import { CopiesService } from './copies.service.js';
import { CopyAnswer, CopySessionDto } from './copy-session.dto.js';

/**
 * The example request of the OpenAPI document. An example with every field would replace all fields of the original,
 * and its project.
 */
const AT_HALF_THE_FEES: Partial<CopySessionDto> = {
  name: 'Half the fees',
  feesConfig: { type: 'percent', entryFee: 0.05, exitFee: 0.05 },
};

@ApiTags('Replay')
@Controller('sessions/:id/copy')
export class CopiesController {
  constructor(
    private readonly copies: CopiesService,
    private readonly idempotency: IdempotencyService,
  ) {}

  /**
   * Copy a session
   * @remarks Creates a new active session with the trades of another session, which may be finished. Use a copy to
   * continue a session, or to see its trades with other fees. A field that is left out has the value of the original.
   * There are two exceptions: " (copy)" is appended to `name`, and `startedAt` is the time of the request. `feesConfig`
   * without `assets` also replaces the fees of the assets whose fees equal the original's `feesConfig`. Trades keep
   * their `clientId`. If costs change, the figures of the trades are computed again. A copy with changed costs of more
   * than 200,000 trades is refused with 400: export the trades, and import them into a copy without trades. Within a
   * workspace, a copy of more than 2,000 trades waits for other such copies and for imports. A copy that takes more
   * than 100 seconds ends with 503, and nothing is stored.
   */
  @Post()
  @Idempotent()
  @ApiBody({
    type: CopySessionDto,
    required: false,
    examples: { 'other fees': { value: AT_HALF_THE_FEES } },
  })
  @ApiCreatedResponse({ type: CopyAnswer })
  @ApiProblems(
    'SESSION_NOT_FOUND',
    'PROJECT_NOT_FOUND',
    'IDEMPOTENCY_KEY_REUSED',
    'QUOTA_SESSIONS',
    'QUOTA_TRADES',
    'BUSY',
  )
  copy(
    @ByCaller() caller: Caller,
    @SessionId() id: string,
    @Body() input: CopySessionDto,
    @AsCreation() creation: Creation,
    @Client() { signal }: Client,
  ): Promise<CopyAnswer> {
    return this.copies.enqueue(caller.workspaceId, id, input, signal, (until) =>
      this.idempotency.once(caller.workspaceId, creation, (transaction) =>
        this.copies.copy(transaction, caller, id, input, until),
      ),
    );
  }
}
