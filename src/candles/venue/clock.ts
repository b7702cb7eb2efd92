import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';

/** The current time and waiting. Tests replace this class to control time. */
@Injectable()
export class Clock {
  /** The current time in epoch ms. */
  now(): number {
    return Date.now();
  }

  /**
   * Returns how long to wait for work that has a time limit, ms. Tests that do not test time limits return a longer
   * time, because the machine may be slow.
   */
  patienceMs(limitMs: number): number {
    return limitMs;
  }

  async sleep(ms: number): Promise<void> {
    await delay(ms);
  }
}
