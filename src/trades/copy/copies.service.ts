import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import type { Caller } from '../../platform/audit/author.js';
import { isId } from '../../shared/fields/ids.js';
import { Problem, validationProblem } from '../../shared/problems/problem.js';
import { hasCopyIn } from '../../platform/database/copy/copy-in.js';
import { isSameCosts } from '../../shared/market/execution-costs.js';
import { type SessionCopy, SessionCopiesService } from '../../sessions/copy/session-copies.service.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { BulkWrites } from '../bulk-writes.js';
import { CopiesStore } from './copies.store.js';
import type { CopyAnswer, CopySessionDto, CostMode } from './copy-session.dto.js';
import { TradeCopies, assetsByMarket, marketName } from './trade-copies.js';

/** A copy of up to this number of trades does not wait for a slot, because it costs as little as a few ingests. */
const FEW_TRADES = 2_000;

/** Limits of a copy with trades. Documented in docs/api.md. */
export interface CopyLimits {
  /** Maximum number of trades whose figures are computed again, in this process. */
  readonly derivedTrades: number;
  /** Maximum number of trades on the embedded database, whose only backend serves no other request during the copy. */
  readonly embeddedTrades: number;
  /**
   * Maximum time from the request to the end of its statements, ms. Less than the 120 s after which a silent connection
   * is closed.
   */
  readonly durationMs: number;
}

const RETRY_AFTER_S = 120;

/** Copies a session to a new one, with or without its trades. */
@Injectable()
export class CopiesService {
  /** Limits of the service. Tests set smaller limits. */
  limits: CopyLimits = { derivedTrades: 200_000, embeddedTrades: 100_000, durationMs: 100_000 };

  constructor(
    private readonly sessions: SessionsService,
    private readonly sessionCopies: SessionCopiesService,
    private readonly copies: CopiesStore,
    private readonly tradeCopies: TradeCopies,
    private readonly writes: BulkWrites,
  ) {}

  /**
   * Runs a copy once no other write to the session is running. If there are many trades, the copy first waits for a
   * slot among bulk writes. A session that does not exist counts as a session without trades; `copy` then reports the
   * error.
   * @param copy runs the transaction until the given time by `performance.now()`
   * @throws Problem BUSY; the reason of the signal
   */
  async enqueue<Result>(
    workspaceId: string,
    id: string,
    { withTrades }: CopySessionDto,
    signal: AbortSignal,
    copy: (until: number) => Promise<Result>,
  ): Promise<Result> {
    const until = performance.now() + this.limits.durationMs;
    const session = { workspaceId, id };
    const enqueueCopy = () => this.sessions.enqueue(session, () => copy(until));
    const isBulk = withTrades && isId(id) && (await this.copies.hasMoreThan(session, FEW_TRADES));
    return isBulk ? this.writes.enqueue(workspaceId, signal, enqueueCopy) : enqueueCopy();
  }

  /**
   * Copies everything or nothing, within the transaction. Writes to the original wait until the transaction ends.
   * @param until time limit of the copy, by `performance.now()`
   * @throws Problem SESSION_NOT_FOUND, PROJECT_NOT_FOUND, VALIDATION_FAILED, QUOTA_SESSIONS, QUOTA_TRADES, BUSY
   */
  async copy(
    transaction: EntityManager,
    caller: Caller,
    id: string,
    { withTrades, costs, ...overrides }: CopySessionDto,
    until: number,
  ): Promise<CopyAnswer> {
    const copied = await this.sessionCopies.copy(transaction, caller.workspaceId, id, overrides);
    if (withTrades) {
      if (overrides.assets) await this.checkMarkets(transaction, copied);
      await this.sessionCopies.requireRoom(transaction, copied);
      await this.copyTrades(transaction, copied, costs, until);
      await this.sessionCopies.copyState(transaction, copied);
    }
    await this.sessionCopies.copyReplay(transaction, copied, withTrades);
    return { session: await this.sessionCopies.complete(transaction, caller, copied.copy) };
  }

  private async checkMarkets(transaction: EntityManager, { original, copy }: SessionCopy): Promise<void> {
    const assets = assetsByMarket(copy.assets);
    const missing = (await this.copies.markets(transaction, original.session)).filter(
      (market) => !assets.has(marketName(market)),
    );
    if (missing.length > 0) {
      const names = missing.map(marketName).join(', ');
      throw validationProblem([
        { field: 'assets', message: `must include every market that has trades: ${names}` },
      ]);
    }
  }

  private async copyTrades(
    transaction: EntityManager,
    copied: SessionCopy,
    costs: CostMode,
    until: number,
  ): Promise<void> {
    const isDerived = costs === 'recompute' || hasOtherCosts(copied);
    await this.requireFew(transaction, copied, isDerived);
    requireTime(until);
    for await (const _ of this.tradeCopies.copy(transaction, copied, isDerived ? costs : null))
      requireTime(until);
  }

  /** @throws Problem VALIDATION_FAILED */
  private async requireFew(
    transaction: EntityManager,
    { original: { session } }: SessionCopy,
    isDerived: boolean,
  ): Promise<void> {
    const { derivedTrades, embeddedTrades } = this.limits;
    if (
      (await this.copies.hasMoreThan(session, embeddedTrades, transaction)) &&
      !(await hasCopyIn(transaction))
    )
      throw tooManyTrades(embeddedTrades, 'on the embedded database');
    if (isDerived && (await this.copies.hasMoreThan(session, derivedTrades, transaction)))
      throw tooManyTrades(derivedTrades, 'when costs change');
  }
}

/** Returns whether an asset has other costs in the copy than in the original, so that figures of trades may change. */
function hasOtherCosts({ original, copy }: SessionCopy): boolean {
  const before = assetsByMarket(original.assets);
  return copy.assets.some((asset) => {
    const { executionCostConfig } = before.get(marketName(asset)) ?? asset;
    return !isSameCosts(executionCostConfig, asset.executionCostConfig);
  });
}

const tooManyTrades = (most: number, when: string): Problem =>
  validationProblem([
    {
      field: 'withTrades',
      message: `must be false for a session of more than ${most} trades ${when}: export the trades and import them into a copy without trades`,
    },
  ]);

/** @throws Problem BUSY */
function requireTime(until: number): void {
  if (performance.now() < until) return;
  throw new Problem(
    'BUSY',
    'The copy takes too long and was given up; nothing of it is stored. Try again when the service is less busy, or export the trades and import them into a copy without trades.',
    { retryAfterS: RETRY_AFTER_S },
  );
}
