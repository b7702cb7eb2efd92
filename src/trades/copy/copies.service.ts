import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import type { Caller } from '../../audit/author.js';
import { isId } from '../../common/ids.js';
import { validationProblem } from '../../common/problem.js';
import { type SessionCopy, SessionCopiesService } from '../../sessions/copy/session-copies.service.js';
import type { Asset } from '../../sessions/asset.entity.js';
import { BulkWrites } from '../bulk-writes.js';
import { newTrade } from '../new-trade.js';
import { TradesStore } from '../trades.store.js';
import { CopiesStore, type TradedMarket } from './copies.store.js';
import type { CopyAnswer, CopySessionDto, CostMode } from './copy-session.dto.js';
import { inputWithCosts } from './input-with-costs.js';

/** A copy of up to this number of trades costs as little as a few ingests, and waits for no turn. */
const FEW_TRADES = 2_000;

/** Copies a session to a new one, with or without its trades. */
@Injectable()
export class CopiesService {
  constructor(
    private readonly sessions: SessionCopiesService,
    private readonly copies: CopiesStore,
    private readonly trades: TradesStore,
    private readonly writes: BulkWrites,
  ) {}

  /**
   * Copies at once, or in its turn when there are many trades. A session that does not exist has none: the copy itself
   * reports that error.
   * @param copy runs the transaction
   * @throws Problem BUSY; the reason of the signal
   */
  async inTurn<Result>(
    workspaceId: string,
    id: string,
    { withTrades }: CopySessionDto,
    signal: AbortSignal,
    copy: () => Promise<Result>,
  ): Promise<Result> {
    const isBulk = withTrades && isId(id) && (await this.copies.hasMoreThan({ workspaceId, id }, FEW_TRADES));
    return isBulk ? this.writes.inTurn(workspaceId, signal, copy) : copy();
  }

  /**
   * Copies everything or nothing, within the transaction. Writes to the original wait until it ends.
   * @throws Problem SESSION_NOT_FOUND, PROJECT_NOT_FOUND, VALIDATION_FAILED, QUOTA_SESSIONS, QUOTA_TRADES
   */
  async copy(
    transaction: EntityManager,
    caller: Caller,
    id: string,
    { withTrades, costs, ...overrides }: CopySessionDto,
  ): Promise<CopyAnswer> {
    const copied = await this.sessions.copy(transaction, caller.workspaceId, id, overrides);
    if (withTrades) {
      if (overrides.assets) await this.checkMarkets(transaction, copied);
      await this.sessions.requireRoom(transaction, copied);
      await this.copyTrades(transaction, copied, costs);
      await this.sessions.copyState(transaction, copied);
    }
    return { session: await this.sessions.complete(transaction, caller, copied.copy) };
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

  /** Derives the figures again, with the costs of the copy's assets. */
  private async copyTrades(
    transaction: EntityManager,
    { original, copy }: SessionCopy,
    costs: CostMode,
  ): Promise<void> {
    const assets = assetsByMarket(copy.assets);
    for await (const page of this.copies.pages(transaction, original.session)) {
      const trades = page.map((trade) =>
        newTrade(inputWithCosts(trade, costs), assets.get(marketName(trade))!, copy.session.createdAt),
      );
      await this.trades.insert(transaction, (add) => add(trades));
    }
  }
}

const marketName = ({ symbol, feed }: TradedMarket): string => `${symbol} on ${feed}`;

const assetsByMarket = (assets: readonly Asset[]): ReadonlyMap<string, Asset> =>
  new Map(assets.map((asset) => [marketName(asset), asset]));
