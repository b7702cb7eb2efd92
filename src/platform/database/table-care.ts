import { BeforeApplicationShutdown, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import {
  type CareStep,
  type DatabaseFacts,
  analyseTable,
  factsOf,
  freezeOldest,
  vacuumTable,
} from './care-steps.js';
import { ChangeCounts } from './change-counts.js';
import { poolOf } from './connection/pool-of.js';
import { createDataSource } from './data-source.js';
import { type NextStep, nextStep } from './next-step.js';
import type { OpenDatabase } from './open-database.js';

export interface CareOptions {
  /** Pause between two looks at the counts, ms. At most one step is taken after each look. */
  readonly lookEveryMs?: number;
  /** Age of the database, in transactions, from which on its tables are frozen. PostgreSQL refuses work at 2 billion. */
  readonly freezeAge?: number;
  /** Time without a statement of the service after which the moment counts as quiet, ms. */
  readonly quietMs?: number;
}

const LOOK_EVERY_MS = 5_000;
const FREEZE_AGE = 100_000_000;
const QUIET_MS = 2_000;

/** Maximum time that the care of a large table waits for a quiet moment, ms. Without it, the disk would fill. */
const MAX_WAIT_FOR_QUIET_MS = 10 * 60_000;

/**
 * Does what autovacuum does on a server, because the embedded database has no autovacuum: ANALYZE, VACUUM and freezing,
 * in steps of one table. Only the process that runs the embedded database takes the steps.
 */
@Injectable()
export class TableCare implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Called after each step. */
  onStep: (step: CareStep) => void = () => undefined;

  private readonly logger = new Logger(TableCare.name);
  private readonly stopping = new AbortController();
  private caring: Promise<void> = Promise.resolve();
  private lastUse = performance.now();
  private lastFacts: DatabaseFacts | null = null;
  private lastFailure = '';

  constructor(
    private readonly database: OpenDatabase,
    private readonly options: CareOptions = {},
  ) {}

  onApplicationBootstrap(): void {
    const { directory } = this.database;
    if (directory !== undefined) this.caring = this.care(directory);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.caring;
  }

  private async care(directory: string): Promise<void> {
    const { signal } = this.stopping;
    poolOf(this.database.dataSource).on('acquire', () => {
      this.lastUse = performance.now();
    });
    // The service's own connections have a time limit for statements.
    const dataSource = createDataSource(this.database.address, { poolSize: 1 });
    const counts = new ChangeCounts(join(directory, 'changed-rows.json'));
    while (!signal.aborted) {
      await delay(this.options.lookEveryMs ?? LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.look(dataSource, counts).catch((error: unknown) => this.report(error));
    }
    if (dataSource.isInitialized) await dataSource.destroy();
  }

  /** Looks at the counts, and takes at most one step. */
  private async look(dataSource: DataSource, counts: ChangeCounts): Promise<void> {
    if (!dataSource.isInitialized) await dataSource.initialize();
    const facts = await factsOf(dataSource);
    const tables = await counts.total(facts.tables, facts.position);
    await counts.keep(tables, facts.position);
    const last = this.lastFacts;
    this.lastFacts = facts;
    if (!last) return;
    if (facts.checkpoint !== last.checkpoint) this.onStep('checkpoint');
    const freezeAge = this.options.freezeAge ?? FREEZE_AGE;
    const next = nextStep({ ...facts, tables }, last.position, freezeAge);
    if (!next || !(await this.take(next, dataSource, counts))) return;
    this.onStep(next.step);
    // The log that the step itself has written does not count as a bulk write.
    this.lastFacts = await factsOf(dataSource);
  }

  /** @returns false if the service stops */
  private async take(next: NextStep, dataSource: DataSource, counts: ChangeCounts): Promise<boolean> {
    const { signal } = this.stopping;
    const quietMoment = () => this.quietMoment();
    if (next.step === 'freeze') {
      await quietMoment();
      if (signal.aborted) return false;
      await freezeOldest(dataSource);
    } else if (next.step === 'vacuum') {
      if (!(await vacuumTable(dataSource, next.table, { signal, quietMoment }))) return false;
      counts.vacuumed(next.table.name);
    } else {
      await analyseTable(dataSource, next.table.name);
      counts.analysed(next.table.name);
    }
    return true;
  }

  /** Resolves when the service has not used the database for a while, after a maximum time, or when the service stops. */
  private async quietMoment(): Promise<void> {
    const { signal } = this.stopping;
    const quietMs = this.options.quietMs ?? QUIET_MS;
    const latest = performance.now() + MAX_WAIT_FOR_QUIET_MS;
    for (;;) {
      const leftMs = Math.min(this.lastUse + quietMs, latest) - performance.now();
      if (leftMs <= 0 || signal.aborted) return;
      await delay(leftMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** A table that is not cared for is only slower and larger. Reports each reason once. */
  private report(error: unknown): void {
    const failure = sentenceOf(error);
    if (this.stopping.signal.aborted || failure === this.lastFailure) return;
    this.lastFailure = failure;
    this.logger.warn(`The embedded database is not looked after; it is tried again: ${failure}`);
  }
}
