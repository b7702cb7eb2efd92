import { within } from '../common/within.js';

/** How long a read of the metrics waits for a server, ms. Prometheus waits for 10 s by default. */
const READ_WAIT_MS = 1_000;

interface Asked {
  readonly at: number;
  readonly answer: Promise<boolean>;
}

/**
 * Tells whether a server answers that the service needs. Each read of the metrics asks it, unless its answer to the last
 * one is still outstanding: a server that does not answer is asked once.
 */
export class Probe {
  private asked: Asked | null = null;
  private wasUp = false;

  /**
   * @param ask settles some time; rejected if the server cannot be used
   * @param patienceMs how long a server that works may take; meanwhile the last result is kept
   */
  constructor(
    private readonly ask: () => Promise<unknown>,
    private readonly patienceMs = 0,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async answers(): Promise<boolean> {
    this.asked ??= this.start();
    const { at, answer } = this.asked;
    const isUp = await within(READ_WAIT_MS, answer, null);
    if (isUp === null && this.now() - at < this.patienceMs) return this.wasUp;
    this.wasUp = isUp ?? false;
    return this.wasUp;
  }

  private start(): Asked {
    const answer = this.ask().then(
      () => true,
      () => false,
    );
    void answer.then(() => (this.asked = null));
    return { at: this.now(), answer };
  }
}
