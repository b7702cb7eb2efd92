import { BeforeApplicationShutdown, Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { connectingForService } from '../platform/database/connection/connection-owner.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { sentenceOf } from '../shared/problems/sentence-of.js';
import { CandleStore } from './store/candle-store.js';

/** Time without further work after a failure, ms. */
const PAUSE_MS = 60_000;

/**
 * Makes larger bars in the background if a read had to aggregate them from minutes: minutes that an earlier version of
 * the service stored. Handles one series at a time, in short transactions. Instances do not repeat each other's work,
 * because each transaction continues where the last one ended.
 */
@Injectable()
export class BarMaker implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(BarMaker.name);
  private readonly stopping = new AbortController();
  private readonly waiting = new Set<number>();
  private working: Promise<void> | undefined;
  private failures = 0;
  private pausedUntil = 0;

  constructor(
    private readonly store: CandleStore,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.store.onNotMade = (minutesId) => this.make(minutesId);
    this.metrics.gauge(
      'backtest_candle_bars_not_made',
      'Transactions that could not store the larger bars made from minutes',
      () => this.store.notMade + this.failures,
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.working;
  }

  private make(minutesId: number): void {
    if (this.stopping.signal.aborted || performance.now() < this.pausedUntil) return;
    this.waiting.add(minutesId);
    this.working ??= connectingForService(() => this.work())
      .catch((error: unknown) => this.pauseAfter(error))
      .finally(() => (this.working = undefined));
  }

  private async work(): Promise<void> {
    const { signal } = this.stopping;
    for (const minutesId of this.waiting) {
      for (let isLeft = true; isLeft && !signal.aborted;) {
        const start = performance.now();
        // If a writer or another instance is busy with the series, the next read asks again.
        isLeft = (await this.store.makeOlderBars(minutesId)) === 'made';
        // Pauses for as long as the work took, so that requests have at least half of the database's time.
        await delay(performance.now() - start, undefined, { signal });
      }
      this.waiting.delete(minutesId);
    }
  }

  private pauseAfter(error: unknown): void {
    this.waiting.clear();
    if (this.stopping.signal.aborted) return;
    this.failures += 1;
    this.pausedUntil = performance.now() + PAUSE_MS;
    this.logger.warn(`Larger bars are not kept for a minute: ${sentenceOf(error)}`);
  }
}
