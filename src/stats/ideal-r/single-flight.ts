/** Work in the background, at most one piece per key at a time; whoever asks for it waits as long as it is willing to. */
export class SingleFlight {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly waiting = new Set<() => void>();
  private stopped = false;

  /** @param onFailure hears what the work throws, which reaches nobody else; nothing after the stop */
  constructor(private readonly onFailure: (key: string, error: unknown) => void) {}

  /**
   * Begins the work, or joins it when it is under way, and resolves when it is over or patience is, whichever is first.
   * Never rejects; after a failure the next call begins anew. Nothing begins after the stop.
   */
  async join(key: string, work: () => Promise<unknown>, patienceMs: number): Promise<void> {
    if (this.stopped) return;
    const running = this.underWay.get(key) ?? this.begin(key, work);
    await this.atMost(patienceMs, running);
  }

  /** Nobody waits any longer; what is under way ends as it will. */
  stop(): void {
    this.stopped = true;
    for (const giveUp of this.waiting) giveUp();
  }

  private begin(key: string, work: () => Promise<unknown>): Promise<void> {
    const running = this.run(key, work).finally(() => this.underWay.delete(key));
    this.underWay.set(key, running);
    return running;
  }

  private async run(key: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.stopped) this.onFailure(key, error);
    }
  }

  private async atMost(patienceMs: number, running: Promise<void>): Promise<void> {
    let giveUp = (): void => undefined;
    const patience = new Promise<void>((resolve) => {
      giveUp = resolve;
    });
    const timer = setTimeout(giveUp, patienceMs);
    this.waiting.add(giveUp);
    await Promise.race([running, patience]);
    this.waiting.delete(giveUp);
    clearTimeout(timer);
  }
}
