import { StreamClock } from '../../src/review/events/stream-clock.js';
import type { TestApp } from './app.js';

interface Sleeper {
  readonly until: number;
  wake(): void;
}

/** The clock of event streams in a test. Its time passes only when the test moves the clock. */
export class ManualClock {
  private time = 0;
  private readonly sleepers = new Set<Sleeper>();

  /** Replaces the clock of all instances of a service. */
  static of({ instances }: TestApp): ManualClock {
    const clock = new ManualClock();
    const replaced = {
      now: () => clock.time,
      passes: (ms: number, signal: AbortSignal) => clock.passes(ms, signal),
    } satisfies Pick<StreamClock, 'now' | 'passes'>;
    for (const instance of instances) Object.assign(instance.get(StreamClock), replaced);
    return clock;
  }

  advance(ms: number): void {
    this.time += ms;
    for (const sleeper of this.sleepers) if (sleeper.until <= this.time) sleeper.wake();
  }

  private passes(ms: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (hasPassed: boolean) => {
        this.sleepers.delete(sleeper);
        resolve(hasPassed);
      };
      const sleeper = { until: this.time + ms, wake: () => end(true) };
      this.sleepers.add(sleeper);
      signal.addEventListener('abort', () => end(false), { once: true });
      if (signal.aborted) end(false);
    });
  }
}
