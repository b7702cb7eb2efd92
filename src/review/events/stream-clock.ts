import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';

/** The clock of event streams, in a class of its own, so that tests can control the time. */
@Injectable()
export class StreamClock {
  /** A monotonic clock, ms. */
  now(): number {
    return performance.now();
  }

  /** @returns false if the signal aborts before the time has passed */
  passes(ms: number, signal: AbortSignal): Promise<boolean> {
    return delay(ms, true, { signal, ref: false }).catch(() => false);
  }
}
