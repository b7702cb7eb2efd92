import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';

/** The current time and waiting, in one place, so that tests can move the time. */
@Injectable()
export class Clock {
  /** Epoch ms. */
  now(): number {
    return Date.now();
  }

  async sleep(ms: number): Promise<void> {
    await delay(ms);
  }
}
