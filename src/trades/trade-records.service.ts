import { Injectable } from '@nestjs/common';
import { Problem, foundOr } from '../shared/problems/problem.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { Trade } from './trade.entity.js';
import { type TradesPage, pageOf, pageSpan, tradeCursors } from './trades-page.js';
import { TradesPageStore } from './trades-page.store.js';
import type { TradesQuery } from './trades-query.dto.js';
import { TradesStore } from './trades.store.js';

/** Reads stored trades. */
@Injectable()
export class TradeRecordsService {
  constructor(
    private readonly store: TradesStore,
    private readonly pages: TradesPageStore,
    private readonly sessions: SessionsService,
  ) {}

  /** @throws Problem SESSION_NOT_FOUND; VALIDATION_FAILED for a cursor of another list */
  async list(workspaceId: string, sessionId: string, query: TradesQuery): Promise<TradesPage> {
    const session = await this.sessions.getState(workspaceId, sessionId);
    const cursors = tradeCursors(session.id, query);
    const examined = await this.pages.find(session, pageSpan(query, cursors), query, query.count + 1);
    return pageOf(examined, query.count, cursors);
  }

  /** @throws Problem SESSION_NOT_FOUND, TRADE_NOT_FOUND */
  async get(workspaceId: string, sessionId: string, id: string): Promise<Trade> {
    const session = await this.sessions.getState(workspaceId, sessionId);
    return foundOr(await this.store.findById(session, id), tradeNotFound);
  }
}

export const tradeNotFound = () =>
  new Problem('TRADE_NOT_FOUND', 'There is no trade with this id in the session.');
