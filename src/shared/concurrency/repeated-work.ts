import { setTimeout as delay } from 'node:timers/promises';

const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

/**
 * Repeats work such as the removal of expired rows. By default, the work first begins a minute after the start. When
 * the work ends, it begins again after an hour.
 */
export class RepeatedWork {
  private readonly stopping = new AbortController();
  private repeating: Promise<void> = Promise.resolve();

  /** @param work must never reject */
  constructor(
    private readonly work: () => Promise<void>,
    private readonly firstMs = FIRST_MS,
    private readonly everyMs = EVERY_MS,
  ) {}

  /** True if work in progress should end early. */
  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  start(): void {
    this.repeating = this.repeat();
  }

  /** Stops repeating. Resolves when work in progress has ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.repeating;
  }

  private async repeat(): Promise<void> {
    for (let waitMs = this.firstMs; await this.passes(waitMs); waitMs = this.everyMs) await this.work();
  }

  /**
   * Waits for a time.
   * @returns false if `stop` is called first
   */
  private passes(ms: number): Promise<boolean> {
    return delay(ms, true, { signal: this.stopping.signal, ref: false }).catch(() => false);
  }
}
