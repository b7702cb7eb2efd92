import { Injectable } from '@nestjs/common';
import { DataSource, EntityManager, In } from 'typeorm';
import { Environment } from '../config/environment.js';
import { FieldProblem, Problem, validationProblem } from '../common/problem.js';
import { Asset } from '../sessions/asset.entity.js';
import { Metrics } from '../metrics/metrics.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { assetOfTrade } from './asset-of-trade.js';
import { batchProblems } from './batch-problems.js';
import { TradeInput } from './ingest-trades.dto.js';
import { insertTrades } from './insert-trades.js';
import { newTrade, sameContent } from './new-trade.js';
import { Trade } from './trade.entity.js';

export interface Ingested {
  readonly inserted: number;
  /** All trades of the batch in its order, as they are stored. */
  readonly trades: readonly Trade[];
}

@Injectable()
export class TradesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: SessionsService,
    private readonly environment: Environment,
    private readonly metrics: Metrics,
  ) {}

  /**
   * Stores a batch of closed trades, all or nothing; what is stored already with the same content is answered as it is.
   * @throws Problem VALIDATION_FAILED, SESSION_NOT_FOUND, SESSION_FINISHED, CLIENT_ID_CONFLICT
   */
  async ingest(workspaceId: string, sessionId: string, inputs: readonly TradeInput[]): Promise<Ingested> {
    const problems = batchProblems(inputs, this.environment.TRADE_MINIMUM);
    if (problems.length > 0) throw validationProblem(problems);
    const trades = newTrades(inputs, await this.sessions.rememberedAssets(workspaceId, sessionId));
    const ingested = await this.store(workspaceId, sessionId, trades);
    this.metrics.ingestedTrades.inc(ingested.inserted);
    return ingested;
  }

  private store(workspaceId: string, sessionId: string, trades: readonly Trade[]): Promise<Ingested> {
    return this.dataSource.transaction(async (manager) => {
      // Concurrent batches of a session and its finish wait for one another on the session's row.
      const active = await this.sessions.reviseActive(manager, workspaceId, sessionId);
      const inserted = active ? await insertTrades(manager, trades) : new Set<string>();
      if (active && inserted.size === 0) await this.sessions.unrevise(manager, workspaceId, sessionId);
      if (inserted.size === trades.length) return { inserted: inserted.size, trades };
      const stored = await storedTrades(
        manager,
        trades.filter(({ clientId }) => !inserted.has(clientId)),
      );
      return { inserted: inserted.size, trades: asStored(trades, inserted, stored, active) };
    });
  }
}

function newTrades(inputs: readonly TradeInput[], assets: readonly Asset[]): Trade[] {
  const now = Date.now();
  const problems: FieldProblem[] = [];
  const trades: Trade[] = [];
  for (const [index, input] of inputs.entries()) {
    const asset = assetOfTrade(input, assets);
    if ('field' in asset) problems.push({ ...asset, field: `trades[${index}].${asset.field}` });
    else trades.push(newTrade(input, asset, now));
  }
  if (problems.length > 0) throw validationProblem(problems);
  return trades;
}

async function storedTrades(manager: EntityManager, trades: readonly Trade[]): Promise<Map<string, Trade>> {
  const [first] = trades;
  if (!first) return new Map();
  const { workspaceId, sessionId } = first;
  const clientIds = trades.map((trade) => trade.clientId);
  const stored = await manager.findBy(Trade, { workspaceId, sessionId, clientId: In(clientIds) });
  return new Map(stored.map((trade) => [trade.clientId, trade]));
}

/** The batch with stored trades in place of those sent again. Whatever is thrown here takes the transaction back. */
function asStored(
  trades: readonly Trade[],
  inserted: ReadonlySet<string>,
  stored: ReadonlyMap<string, Trade>,
  active: boolean,
): Trade[] {
  const conflicts: FieldProblem[] = [];
  const answer = trades.map((trade, index) => {
    if (inserted.has(trade.clientId)) return trade;
    const known = stored.get(trade.clientId);
    if (known && sameContent(trade, known)) return known;
    conflicts.push({ field: `trades[${index}].clientId`, message: 'is stored with different content' });
    return trade;
  });
  if (conflicts.length === 0) return answer;
  if (!active) throw new Problem('SESSION_FINISHED', 'The session is finished and takes no new trade.');
  const first = conflicts[0]?.field;
  const more = conflicts.length > 1 ? ` (and ${conflicts.length - 1} more)` : '';
  throw new Problem('CLIENT_ID_CONFLICT', `${first} is stored with different content${more}.`, {
    details: conflicts,
  });
}
