import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CandleDto } from '../../candles/candles.dto.js';
import type { Caller } from '../../platform/audit/author.js';
import { recordChange } from '../../platform/audit/record-change.js';
import type { Project } from '../../projects/project.entity.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { AssetInput, FeesConfigInput } from '../../sessions/create-asset.dto.js';
import { CreateSessionDto } from '../../sessions/create-session.dto.js';
import { plannedSession } from '../../sessions/planned-session.js';
import { SessionCreationsService } from '../../sessions/session-creations.service.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { StorageQuotas } from '../../sessions/storage-quotas.js';
import { TrialInput } from '../../sessions/trial.dto.js';
import { SAMPLE_SYMBOL } from '../../shared/market/sample-symbol.js';
import { newTrade } from '../../trades/new-trade.js';
import { TradeInsertsService } from '../../trades/trade-inserts.service.js';
import type { TradesPart } from '../../trades/trades-part.js';
import {
  SAMPLE_BALANCE,
  SAMPLE_RUNS,
  SAMPLE_SPAN,
  SAMPLE_TIMEFRAME,
  type RunOfSample,
  sampleTrades,
} from './sample-plan.js';

/** Percentage of the notional. */
const FEE = 0.02;

export interface InsertedSample {
  readonly projectId: string;
  /** Number of trades that were inserted. */
  readonly tradeCount: number;
}

/** Inserts the project of a sample and its sessions, within a transaction. */
@Injectable()
export class SampleInsertsService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly creations: SessionCreationsService,
    private readonly quotas: StorageQuotas,
    private readonly inserts: TradeInsertsService,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * @throws ShardMoved; Problem QUOTA_SESSIONS, QUOTA_TRADES
   */
  async insert(
    transaction: EntityManager,
    caller: Caller,
    candles: readonly CandleDto[],
  ): Promise<InsertedSample> {
    const { workspaceId } = caller;
    await this.quotas.requireRoomForSessions(transaction, workspaceId, SAMPLE_RUNS.length);
    const fields = { name: 'Sample: moving averages', symbol: SAMPLE_SYMBOL, timeframe: SAMPLE_TIMEFRAME };
    const project = await this.projects.create(caller, fields, transaction);
    let tradeCount = 0;
    for (const run of SAMPLE_RUNS)
      tradeCount += await this.insertRun(transaction, caller, project, run, candles);
    await this.quotas.requireSessions(transaction, workspaceId);
    return { projectId: project.id, tradeCount };
  }

  /** @returns the number of trades */
  private async insertRun(
    transaction: EntityManager,
    caller: Caller,
    project: Project,
    run: RunOfSample,
    candles: readonly CandleDto[],
  ): Promise<number> {
    const planned = plannedSession(inputOf(run, project), project);
    const { session, assets } = planned;
    await this.creations.insertPlanned(transaction, planned);
    await recordChange(transaction, caller, { action: 'session.create', resourceId: session.id });
    const trades = sampleTrades(candles, run).map((trade) => newTrade(trade, assets[0]!, session.createdAt));
    const locked = { ...session, hasShownTimes: false };
    const count = await this.inserts.insertInto(transaction, caller, locked, onePart(trades));
    await this.sessions.finishWithin(transaction, caller, session.id);
    return count;
  }
}

function inputOf({ name, averages }: RunOfSample, project: Project): CreateSessionDto {
  return Object.assign(new CreateSessionDto(), {
    projectId: project.id,
    name,
    mode: 'automated',
    source: 'api',
    initialBalance: SAMPLE_BALANCE,
    strategy: 'Crossing of two moving averages, stop loss at 1 %',
    description: 'A sample. Its candles are invented (a random walk), so a good result is luck.',
    assets: [Object.assign(new AssetInput(), { timeframe: project.timeframe })],
    feesConfig: Object.assign(new FeesConfigInput(), { entryFee: FEE, exitFee: FEE }),
    rangeStart: SAMPLE_SPAN.start,
    rangeEnd: SAMPLE_SPAN.end,
    trial: Object.assign(new TrialInput(), { parameters: { ...averages } }),
  } as const);
}

async function* onePart(trades: TradesPart['trades']): AsyncGenerator<TradesPart> {
  yield { trades, nameOf: (index) => `trades[${index}]` };
}
