import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../platform/audit/author.js';
import { FieldProblem, validationProblem } from '../shared/problems/problem.js';
import { Environment } from '../platform/config/environment.js';
import { poolOf } from '../platform/database/connection/pool-of.js';
import { Asset } from '../sessions/asset.entity.js';
import type { SessionKey } from '../sessions/session.entity.js';
import { type SessionState, SessionsService } from '../sessions/sessions.service.js';
import { assetOfTrade } from './asset-of-trade.js';
import { batchProblems } from './batch-problems.js';
import { TradeInput } from './ingest-trades.dto.js';
import {
  type RowOutcome,
  type StoredTrades,
  checkedRows,
  isTrade,
  rowOutcomeOf,
  tradeOutcomeOf,
} from './row-outcome.js';
import { FirstAnswersService } from './first-answers.service.js';
import { newTrade } from './new-trade.js';
import {
  type ColumnsOfTrades,
  type TradeColumn,
  type WhichTrades,
  readTradeColumns,
} from './read-trade-columns.js';
import { Ingested } from './trade.dto.js';
import { TradeInsertsService } from './trade-inserts.service.js';
import { Trade } from './trade.entity.js';
import type { TradesPart } from './trades-part.js';
import { TradesStore } from './trades.store.js';

@Injectable()
export class TradesService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly store: TradesStore,
    private readonly inserts: TradeInsertsService,
    private readonly environment: Environment,
    private readonly dataSource: DataSource,
    private readonly answers: FirstAnswersService,
  ) {}

  /**
   * Stores a batch of closed trades, either all or none. A trade that is stored already with the same content does not
   * change.
   * @throws Problem VALIDATION_FAILED, SESSION_NOT_FOUND, SESSION_FINISHED, CLIENT_ID_CONFLICT, QUOTA_TRADES
   */
  async ingest(caller: Caller, sessionId: string, inputs: readonly TradeInput[]): Promise<Ingested> {
    const { workspaceId } = caller;
    const problems = batchProblems(inputs, this.environment.TRADE_MINIMUM);
    if (problems.length > 0) throw validationProblem(problems);
    const { trades, problems: unknown } = newTrades(
      inputs,
      await this.sessions.getAssets(workspaceId, sessionId),
    );
    if (unknown.length > 0) {
      // The cached assets may belong to a session that has been deleted.
      await this.sessions.getState(workspaceId, sessionId);
      throw validationProblem(unknown);
    }
    return this.inserts.insert(caller, sessionId, trades);
  }

  /** Returns columns of a session's trades, as read by `readTradeColumns`. */
  readColumns<Name extends TradeColumn>(
    session: SessionKey,
    names: readonly Name[],
    options: WhichTrades,
  ): Promise<ColumnsOfTrades<Name>> {
    return readTradeColumns(poolOf(this.dataSource), session, names, options);
  }

  /**
   * Dry-runs an ingest: returns the outcome of each row and writes nothing.
   * @throws Problem SESSION_NOT_FOUND
   */
  async dryRun(workspaceId: string, id: string, rows: readonly unknown[]): Promise<RowOutcome[]> {
    const assets = await this.sessions.getAssets(workspaceId, id);
    const session = await this.sessions.getState(workspaceId, id);
    const checked = await checkedRows(rows, assets, this.environment.TRADE_MINIMUM, Date.now());
    const stored = await this.storedLike(session, checked.filter(isTrade));
    const outcomes = checked.map((row) => rowOutcomeOf(row, stored));
    const added = outcomes.flatMap(({ verdict, trade }) => (verdict === 'new' && trade ? [trade] : []));
    await this.answers.markDry(this.dataSource.manager, session, added);
    return outcomes;
  }

  /**
   * Dry-runs the import of a file: yields the outcomes part by part and writes nothing.
   * @throws Problem SESSION_NOT_FOUND
   */
  async *dryRunFile(
    workspaceId: string,
    id: string,
    parts: AsyncIterable<TradesPart>,
  ): AsyncGenerator<readonly DryRunTrade[]> {
    const session = await this.sessions.getState(workspaceId, id);
    for await (const part of parts) {
      const stored = await this.storedLike(session, part.trades);
      yield part.trades.map(({ clientId }, index) => ({
        clientId,
        rowOutcome: tradeOutcomeOf(part, index, stored),
      }));
    }
  }

  /** Returns the stored trades with the clientIds of these trades. */
  private async storedLike(session: SessionState, trades: readonly Trade[]): Promise<StoredTrades> {
    const clientIds = trades.map(({ clientId }) => clientId);
    const stored = await this.store.findNow(session, clientIds);
    const byClientId = new Map(stored.map((trade) => [trade.clientId, trade]));
    return { status: session.status, byClientId };
  }
}

/** A trade of a file, and the outcome of storing the trade. */
export interface DryRunTrade {
  readonly clientId: string;
  readonly rowOutcome: RowOutcome;
}

interface NewTrades {
  readonly trades: readonly Trade[];
  readonly problems: readonly FieldProblem[];
}

function newTrades(inputs: readonly TradeInput[], assets: readonly Asset[]): NewTrades {
  const now = Date.now();
  const problems: FieldProblem[] = [];
  const trades: Trade[] = [];
  for (const [index, input] of inputs.entries()) {
    const asset = assetOfTrade(input, assets);
    if ('field' in asset) problems.push({ ...asset, field: `trades[${index}].${asset.field}` });
    else trades.push(newTrade(input, asset, now));
  }
  return { trades, problems };
}
