import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../platform/audit/author.js';
import { recordChange } from '../../platform/audit/record-change.js';
import { isId } from '../../shared/fields/ids.js';
import { validationProblem } from '../../shared/problems/problem.js';
import { PlayheadsStore } from '../../sessions/playheads.store.js';
import {
  type BeginTransaction,
  type LockedSession,
  sessionNotFound,
} from '../../sessions/sessions.service.js';
import { RemovalService } from '../removal.service.js';
import { RunEnds, holdsTrades, requireActive } from '../run-ends.js';
import type { RewindAnswer } from './rewind.dto.js';
import { RewindsStore } from './rewinds.store.js';

/** Maximum number of trades that a rewind removes. Documented in docs/api.md. */
const MAX_TRADES = 100_000;

/** Takes replays back to an earlier instant, with the trades that were made after it. */
@Injectable()
export class RewindsService {
  constructor(
    private readonly store: RewindsStore,
    private readonly ends: RunEnds,
    private readonly removal: RemovalService,
    private readonly playheads: PlayheadsStore,
  ) {}

  /**
   * Removes the trades of an active session that end after `to`, and sets its playhead to `to`.
   * @param begin begins the transaction
   * @throws Problem SESSION_NOT_FOUND, SESSION_FINISHED, VALIDATION_FAILED
   */
  async rewind(
    caller: Caller,
    id: string,
    to: number,
    begin: BeginTransaction<RewindAnswer>,
  ): Promise<RewindAnswer> {
    const { workspaceId } = caller;
    if (!isId(id)) throw sessionNotFound();
    const keepsTrade = await this.store.hasTradeUntil({ workspaceId, id }, to);
    return this.ends.withLock(
      workspaceId,
      id,
      (session) => session.status === 'active' && !keepsTrade && holdsTrades(session),
      (transaction, session) => this.rewindWithin(transaction, caller, session, to),
      begin,
    );
  }

  private async rewindWithin(
    transaction: EntityManager,
    caller: Caller,
    session: LockedSession,
    to: number,
  ): Promise<RewindAnswer> {
    requireActive(session);
    const before = await this.playheads.lock(transaction, session);
    if (before && to > before.at) throw refused('must not be later than the playhead of the session');
    const removed = await this.store.countAfter(transaction, session, to, MAX_TRADES + 1);
    if (removed > MAX_TRADES)
      throw refused(`would remove more than ${MAX_TRADES} trades: go back in several steps`);
    await this.removal.removeAfter(transaction, session, to, removed, () =>
      this.store.removeAfter(transaction, session, to),
    );
    const playhead = before && (await this.playheads.rewind(transaction, session, to));
    await recordChange(transaction, caller, {
      action: 'trades.rewind',
      resourceId: session.id,
      count: removed,
    });
    return { removed, playhead };
  }
}

const refused = (message: string) => validationProblem([{ field: 'to', message }]);
