import { within } from '../../shared/concurrency/within.js';

/** Maximum time that a caller waits for a response, ms. Prometheus waits for 10 s by default. */
const ANSWER_WAIT_MS = 1_000;

export interface ProbeTimes {
  /** Maximum response time of a working server, ms. During this time the last result is returned. */
  readonly patienceMs?: number;
  /** Time for which a result is cached, ms. */
  readonly keptMs?: number;
}

interface Asked {
  readonly at: number;
  readonly answer: Promise<boolean>;
}

/**
 * Checks whether a required server responds within a second. If the server does not respond, further callers wait for
 * the same response.
 */
export class Probe {
  private asked: Asked | null = null;
  private wasUp = true;
  private answeredAt = -Infinity;

  /** @param ask queries the server; rejects if the server cannot be used, and must settle eventually */
  constructor(
    private readonly ask: () => Promise<unknown>,
    private readonly times: ProbeTimes = {},
    private readonly now: () => number = () => performance.now(),
  ) {}

  async answers(): Promise<boolean> {
    const { patienceMs = 0, keptMs = 0 } = this.times;
    if (this.now() - this.answeredAt < keptMs) return this.wasUp;
    this.asked ??= this.start();
    const { at, answer } = this.asked;
    const isUp = await within(ANSWER_WAIT_MS, answer, null);
    if (isUp === null && this.now() - at < patienceMs) return this.wasUp;
    this.wasUp = isUp ?? false;
    return this.wasUp;
  }

  private start(): Asked {
    const answer = this.ask().then(
      () => true,
      () => false,
    );
    void answer.finally(() => {
      this.asked = null;
      this.answeredAt = this.now();
    });
    return { at: this.now(), answer };
  }
}
