import { BeforeApplicationShutdown, Injectable, Logger, OnModuleInit } from '@nestjs/common';
import { AsyncLocalStorage } from 'node:async_hooks';
import { abortWith } from '../../shared/concurrency/abort-with.js';
import { sentenceOf } from '../../shared/problems/sentence-of.js';
import type { SessionKey } from '../../sessions/session.entity.js';
import { TradeChanges } from '../../sessions/trade-changes.js';
import { SessionFiguresService } from './session-figures.service.js';
import { TrialsClock } from './trials-clock.js';

/** Time from the last change of a session until its figures are computed, ms. */
export const QUIET_MS = 10_000;

/**
 * Time after a finish until the figures are computed, ms. This time is needed because the finish is reported before it
 * is committed.
 */
export const COMMIT_MS = 1_000;

/**
 * Maximum number of sessions that wait for their figures. The figures of any other session are computed when they are
 * read.
 */
const MAX_WAITING = 100_000;

interface Waiting extends SessionKey {
  readonly due: number;
}

/**
 * Computes the figures of sessions in the background: soon after a session is finished, otherwise after no write has
 * changed the session for a while. Handles one session at a time, and pauses after each for as long as the work took.
 */
@Injectable()
export class FiguresFiller implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(FiguresFiller.name);
  private readonly stopping = new AbortController();
  /** Runs work outside the context of the request that changed the session. */
  private readonly outsideRequests = AsyncLocalStorage.snapshot();
  /**
   * Sessions that wait, by id, in the order in which they are due. `urgent` contains the sessions that are due soon.
   */
  private readonly urgent = new Map<string, Waiting>();
  private readonly waiting = new Map<string, Waiting>();
  private filling: Promise<void> | null = null;
  private sleep = new AbortController();

  constructor(
    private readonly figures: SessionFiguresService,
    private readonly clock: TrialsClock,
    private readonly changes: TradeChanges,
  ) {}

  onModuleInit(): void {
    this.changes.onChange(({ isLast, ...session }) => this.add(session, isLast ? COMMIT_MS : QUIET_MS));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.filling;
  }

  /**
   * Schedules the computation of the figures of a session.
   * @param ms time from now
   */
  add({ workspaceId, id }: SessionKey, ms: number): void {
    if (this.stopping.signal.aborted) return;
    this.waiting.delete(id);
    if (this.urgent.size + this.waiting.size >= MAX_WAITING) return;
    const isUrgent = ms < QUIET_MS;
    const due = this.clock.now() + ms;
    (isUrgent ? this.urgent : this.waiting).set(id, { workspaceId, id, due });
    if (isUrgent) this.sleep.abort();
    this.filling ??= this.outsideRequests(() => this.fill());
  }

  private async fill(): Promise<void> {
    for (let next = this.next(); next && !this.stopping.signal.aborted; next = this.next()) {
      const rest = next.due - this.clock.now();
      if (rest > 0) {
        await this.pass(rest);
        continue;
      }
      this.urgent.delete(next.id);
      this.waiting.delete(next.id);
      await this.fillOne(next);
    }
    this.filling = null;
  }

  private next(): Waiting | undefined {
    const [urgent] = this.urgent.values();
    const [waiting] = this.waiting.values();
    return urgent && waiting && waiting.due < urgent.due ? waiting : (urgent ?? waiting);
  }

  /** Waits for the given time. The wait ends early if a session that is due soon is added. */
  private async pass(ms: number): Promise<void> {
    this.sleep = new AbortController();
    const unlink = abortWith(this.sleep, this.stopping.signal);
    await this.clock.passes(ms, this.sleep.signal);
    unlink();
  }

  private async fillOne(session: SessionKey): Promise<void> {
    const start = this.clock.now();
    try {
      await this.figures.complete(session, this.stopping.signal);
    } catch (error) {
      if (!this.stopping.signal.aborted)
        this.logger.warn(`Figures of the session ${session.id} are left to readers: ${sentenceOf(error)}`);
    }
    const worked = this.clock.now() - start;
    if (worked > 0) await this.clock.passes(worked, this.stopping.signal);
  }
}
