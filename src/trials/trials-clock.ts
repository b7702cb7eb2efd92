import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';

/** The clock of background work on figures, in a class of its own, so that tests can control the time. */
@Injectable()
export class TrialsClock {
  /** A monotonic clock, ms. */
  now(): number {
    return performance.now();
  }

  /** Waits for a time. Ends at once if the signal aborts. */
  async passes(ms: number, signal: AbortSignal): Promise<void> {
    await delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
