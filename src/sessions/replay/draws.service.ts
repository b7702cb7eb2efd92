import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../platform/audit/author.js';
import { recordChange } from '../../platform/audit/record-change.js';
import { isId } from '../../shared/fields/ids.js';
import { Problem, foundOr, validationProblem } from '../../shared/problems/problem.js';
import { sessionFinished } from '../../shared/problems/session-finished.js';
import { Asset } from '../asset.entity.js';
import { toSessionRecord } from '../session-record.dto.js';
import { Session } from '../session.entity.js';
import { sessionNotFound } from '../sessions.service.js';
import { SummariesService } from '../summaries.service.js';
import type { DrawAnswer, DrawInput } from './draw.dto.js';
import { PlayheadsStore } from '../playheads.store.js';
import { randomStart } from './random-start.js';
import { SeenSpansStore } from '../seen-spans.store.js';
import { ShownTimesStore } from '../shown-times.store.js';

/** Draws the ranges of random replays. */
@Injectable()
export class DrawsService {
  constructor(
    private readonly summaries: SummariesService,
    private readonly playheads: PlayheadsStore,
    private readonly seen: SeenSpansStore,
    private readonly shown: ShownTimesStore,
  ) {}

  /**
   * Draws the range of an active session without trades, within the transaction.
   * @throws Problem SESSION_NOT_FOUND, SESSION_FINISHED, SESSION_HAS_TRADES, VALIDATION_FAILED, NOTHING_UNSEEN
   */
  async draw(
    transaction: EntityManager,
    caller: Caller,
    id: string,
    { length, unseen }: DrawInput,
  ): Promise<DrawAnswer> {
    const { workspaceId } = caller;
    const query = { where: { workspaceId, id }, lock: { mode: 'for_no_key_update' } } as const;
    const session = foundOr(isId(id) && (await transaction.findOne(Session, query)), sessionNotFound);
    if (session.status === 'finished') throw sessionFinished('The session is finished, so its range stays.');
    const source = sourceOf(session);
    const [summary] = await this.summaries.list(workspaceId, [session], transaction);
    if (summary!.tradeCount > 0)
      throw new Problem(
        'SESSION_HAS_TRADES',
        'The session has trades, so its range stays. Delete them first.',
      );
    const assets = await transaction.find(Asset, {
      where: { workspaceId, sessionId: id },
      order: { position: 'ASC' },
    });
    const seen = unseen ? await this.seen.ofAll(transaction, workspaceId, assets) : [];
    const seed = { seed: session.randomSeed, draw: session.draws };
    const { candidates, start } = randomStart(source, length, seed, seen);
    if (start === null) throw noCandidate(randomStart(source, length, seed, []).candidates > 0);
    const changes = {
      rangeStart: start,
      rangeEnd: start + length,
      draws: session.draws + 1,
      labelRevision: session.labelRevision + 1,
      updatedAt: Date.now(),
    };
    await this.shown.endDraw(transaction, session);
    await transaction.update(Session, { workspaceId, id }, changes);
    await this.playheads.endDraw(transaction, session);
    await recordChange(transaction, caller, { action: 'session.draw', resourceId: id });
    const draw = { number: changes.draws, candidates, start, end: changes.rangeEnd };
    return { session: toSessionRecord({ ...session, ...changes }, assets, summary!, null), draw };
  }
}

/** @throws Problem VALIDATION_FAILED with each bound that the session lacks */
function sourceOf({ randomSourceStart: start, randomSourceEnd: end }: Session) {
  if (start !== null && end !== null) return { start, end };
  const missing = Object.entries({ randomSourceStart: start, randomSourceEnd: end })
    .filter(([, bound]) => bound === null)
    .map(([field]) => ({ field, message: 'must be set in the session' }));
  throw validationProblem(missing);
}

const noCandidate = (isAllSeen: boolean): Problem =>
  isAllSeen
    ? new Problem(
        'NOTHING_UNSEEN',
        'Every range of this length overlaps time that a session of the workspace has seen.',
      )
    : validationProblem([
        { field: 'length', message: 'must fit between randomSourceStart and randomSourceEnd' },
      ]);
