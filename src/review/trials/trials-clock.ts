import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';

/** The clock of background work on figures. It is a separate class, so that tests can control the time. */
@Injectable()
export class TrialsClock {
  /** A monotonic clock, ms. */
  now(): number {
    return performance.now();
  }

  /** Waits for the given time. The wait ends at once if the signal aborts. */
  async passes(ms: number, signal: AbortSignal): Promise<void> {
    await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
