import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';

/** The present, and waiting for a later one. */
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
