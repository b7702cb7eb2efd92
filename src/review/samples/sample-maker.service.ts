import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { CandleDto } from '../../candles/candles.dto.js';
import type { Caller } from '../../platform/audit/author.js';
import { requireValidCaller } from '../../platform/auth/require-valid.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { BulkWrites } from '../../trades/bulk-writes.js';
import { ShardMoved } from '../../trades/shard-moved.js';
import { SampleCandlesService } from './sample-candles.service.js';
import { type InsertedSample, SampleInsertsService } from './sample-inserts.service.js';
import { SamplesStore } from './samples.store.js';

const ATTEMPTS = 3;

/** The sample of a workspace after a request. */
interface MadeSample {
  readonly projectId: string;
  /** False if another request has made the sample in the meantime. */
  readonly isNew: boolean;
}

/** Makes samples. */
@Injectable()
export class SampleMakerService {
  constructor(
    private readonly candles: SampleCandlesService,
    private readonly inserts: SampleInsertsService,
    private readonly store: SamplesStore,
    private readonly writes: BulkWrites,
    private readonly metrics: Metrics,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Stores the candles first, and then everything else in one transaction. So a sample that stands is whole, and its
   * candles are stored.
   */
  async make(caller: Caller, signal: AbortSignal): Promise<MadeSample> {
    const candles = await this.candles.store(caller, signal);
    return this.writes.enqueue(caller.workspaceId, signal, () => this.insertOnce(caller, candles));
  }

  private async insertOnce(caller: Caller, candles: readonly CandleDto[]): Promise<MadeSample> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { projectId, tradeCount } = await this.dataSource.transaction((transaction) =>
          this.insertWithin(transaction, caller, candles),
        );
        this.metrics.ingestedTrades.inc(tradeCount);
        return { projectId, isNew: tradeCount > 0 };
      } catch (error) {
        if (!(error instanceof ShardMoved) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  private async insertWithin(
    transaction: EntityManager,
    caller: Caller,
    candles: readonly CandleDto[],
  ): Promise<InsertedSample> {
    await this.store.lock(transaction, caller.workspaceId);
    await requireValidCaller(transaction, caller);
    const standing = await this.store.find(caller.workspaceId, transaction);
    if (standing !== null) return { projectId: standing, tradeCount: 0 };
    return this.inserts.insert(transaction, caller, candles);
  }
}
