import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { derivedFigures } from '../../shared/figures/derived-figures.js';
import type { Asset } from '../../sessions/asset.entity.js';
import type { SessionCopy } from '../../sessions/copy/session-copies.service.js';
import { answerChange } from '../answer-change.js';
import type { FirstAnswer } from '../first-answer.entity.js';
import { FirstAnswersStore } from '../first-answers.store.js';
import { newTrade } from '../new-trade.js';
import { TradesStore } from '../trades.store.js';
import { CopiesStore, type TradedMarket } from './copies.store.js';
import type { CostMode } from './copy-session.dto.js';
import { givenCosts, inputWithCosts } from './input-with-costs.js';

/** Copies the trades of a session, with their first versions, in the transaction of a copy. */
@Injectable()
export class TradeCopies {
  constructor(
    private readonly copies: CopiesStore,
    private readonly trades: TradesStore,
    private readonly answers: FirstAnswersStore,
  ) {}

  /**
   * Copies page by page. The caller may stop between two pages.
   * @param costs null to keep the figures. Otherwise, the figures are computed from the costs of the copy's assets.
   * @throws ShardMoved
   */
  async *copy(transaction: EntityManager, copied: SessionCopy, costs: CostMode | null): AsyncGenerator<void> {
    const { original, copy } = copied;
    if (costs === null) yield* this.copies.copyRows(transaction, original.session, copy.session);
    else yield* this.derivedPages(transaction, copied, costs);
    yield* this.copyAnswers(transaction, copied, costs);
  }

  private async *derivedPages(
    transaction: EntityManager,
    { original, copy }: SessionCopy,
    costs: CostMode,
  ): AsyncGenerator<void> {
    const assets = assetsByMarket(copy.assets);
    for await (const page of this.copies.pages(transaction, original.session)) {
      const trades = page.map((trade) => {
        const input = inputWithCosts(trade, costs);
        const { secondLook } = trade;
        return { ...newTrade(input, assets.get(marketName(trade))!, copy.session.createdAt), secondLook };
      });
      await this.trades.insert(transaction, (add) => add(trades));
      yield;
    }
  }

  private async *copyAnswers(
    transaction: EntityManager,
    { original, copy }: SessionCopy,
    costs: CostMode | null,
  ): AsyncGenerator<void> {
    const { session, assets } = copy;
    const byMarket = assetsByMarket(assets);
    for await (const page of this.answers.pages(transaction, original.session)) {
      const kept = page.filter(({ kind }) => kind === 'costs' || kind === 'edited');
      const clientIds = kept.map(({ clientId }) => clientId);
      const stored = clientIds.length > 0 ? await this.trades.find(transaction, session, clientIds) : [];
      const byClientId = new Map(stored.map((trade) => [trade.clientId, trade]));
      const storedAs = new Map(kept.map(({ tradeId, clientId }) => [tradeId, byClientId.get(clientId)]));
      const copies = page.flatMap((original) => {
        const answer = answerWithCosts(original, byMarket.get(marketName(original)), costs);
        const trade = storedAs.get(original.tradeId);
        // Figures from the costs of the copy's assets take an edit of costs back.
        if (trade && answerChange(answer, trade) === null) return [];
        return [{ ...answer, sessionId: session.id, tradeId: trade?.id ?? original.tradeId }];
      });
      await this.answers.insert(transaction, copies);
      yield;
    }
  }
}

/** @param asset undefined if the copy lacks the market, which has no stored trades; the figures then stay */
function answerWithCosts(answer: FirstAnswer, asset: Asset | undefined, costs: CostMode | null): FirstAnswer {
  if (costs === null || !asset) return answer;
  const { side, qty, entryPrice, exitPrice, stopLoss, pointValue } = answer;
  const facts = { side, qty, entryPrice, exitPrice, stopLoss, pointValue, ...givenCosts(answer, costs) };
  const figures = derivedFigures(facts, asset.executionCostConfig);
  return { ...answer, ...figures, ...(costs === 'recompute' && { givenCosts: 0 }) };
}

export const marketName = ({ symbol, feed }: TradedMarket): string => `${symbol} on ${feed}`;

export const assetsByMarket = (assets: readonly Asset[]): ReadonlyMap<string, Asset> =>
  new Map(assets.map((asset) => [marketName(asset), asset]));
