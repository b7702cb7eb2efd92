import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { QueueObserver, QueueRefusal } from '../../shared/concurrency/queue-observer.js';
import { COMMIT, VERSION } from '../config/version.js';
import type { Probe } from './probe.js';

/** All metrics. docs/operations.md describes the meaning of each metric, and what to do if its value changes. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly requestSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  readonly ingestedTrades = new Counter({
    name: 'backtest_trades_ingested_total',
    help: 'New trades stored',
    registers: [this.registry],
  });

  readonly filesWithoutRoom = new Counter({
    name: 'backtest_storage_full_total',
    help: 'Files that were refused because the disk of temporary files is full',
    registers: [this.registry],
  });

  readonly statsResponses = new Counter({
    name: 'backtest_stats_answers_total',
    help: 'Statistics answered, by how: computed, kept, or not-modified (304)',
    labelNames: ['how'],
    registers: [this.registry],
  });

  readonly careSteps = new Counter({
    name: 'backtest_database_care_steps_total',
    help: 'Steps with which the embedded database was looked after: analyze, vacuum, freeze, checkpoint',
    labelNames: ['step'],
    registers: [this.registry],
  });

  private readonly queueWaiting = new Gauge({
    name: 'backtest_queue_waiting',
    help: 'Tasks that wait, by queue',
    labelNames: ['queue'],
    registers: [this.registry],
  });

  private readonly queueWaitSeconds = new Histogram({
    name: 'backtest_queue_wait_seconds',
    help: 'How long tasks have waited that began, by queue',
    labelNames: ['queue'],
    buckets: [0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120],
    registers: [this.registry],
  });

  private readonly queueRefusals = new Counter({
    name: 'backtest_queue_refusals_total',
    help: 'Tasks that were refused, by queue and reason: full, or late (they had waited too long)',
    labelNames: ['queue', 'reason'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    this.gauge('backtest_build_info', 'Always 1; the labels are version and commit of the build', () => [
      { labels: { version: VERSION, commit: COMMIT ?? 'unknown' }, value: 1 },
    ]);
  }

  /** Adds a gauge whose value is read when the metrics are read. */
  gauge(
    name: string,
    help: string,
    read: () => number | readonly { labels: Record<string, string>; value: number }[],
  ): void {
    const labelled = read();
    const gauge = new Gauge({
      name,
      help,
      labelNames: typeof labelled === 'number' ? [] : Object.keys(labelled[0]?.labels ?? {}),
      collect: () => {
        const values = read();
        if (typeof values === 'number') gauge.set(values);
        else for (const { labels, value } of values) gauge.set(labels, value);
      },
      registers: [],
    });
    this.registry.registerMetric(gauge);
  }

  /**
   * Returns an observer for a queue. Each queue needs a different name, because queues with the same name would
   * overwrite the number of waiting tasks.
   */
  queue(name: string): QueueObserver {
    const labels = { queue: name };
    this.queueWaiting.set(labels, 0);
    this.queueWaitSeconds.zero(labels);
    // The counters start at 0, because an alert notices the first refusal only if there was a 0 before.
    const reasons: readonly QueueRefusal[] = ['full', 'late'];
    for (const reason of reasons) this.queueRefusals.inc({ ...labels, reason }, 0);
    return {
      waiting: (count) => this.queueWaiting.set(labels, count),
      begun: (waitedS) => this.queueWaitSeconds.observe(labels, waitedS),
      refused: (reason) => this.queueRefusals.inc({ ...labels, reason }),
    };
  }

  /** Adds a gauge that is 1 if a server responds when the metrics are read; otherwise 0. */
  isUp(name: string, help: string, probe: Probe): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      collect: async () => gauge.set(Number(await probe.answers())),
      registers: [],
    });
    this.registry.registerMetric(gauge);
  }
}
