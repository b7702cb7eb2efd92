interface InFlight<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  clients: number;
}

/**
 * Lets concurrent clients with the same key share one execution of the work. The clients also share its failure. After
 * the work has ended, the next client starts the work again. The work is aborted when the last client disconnects. A
 * client without a signal never disconnects.
 */
export class SharedWork<Result> {
  private readonly inFlight = new Map<string, InFlight<Result>>();

  /**
   * Joins the work of the key, or starts the work.
   * @param signal aborts if this client disconnects; this client then gets the reason of the signal
   */
  async join(
    key: string,
    start: (signal: AbortSignal) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const work = this.inFlight.get(key) ?? this.start(key, start);
    work.clients += 1;
    if (!signal) return work.result;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason as Error);
        work.clients -= 1;
        if (work.clients > 0) return;
        this.forget(key, work);
        work.controller.abort(signal.reason);
      };
      signal.addEventListener('abort', leave);
      work.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  private start(key: string, start: (signal: AbortSignal) => Promise<Result>): InFlight<Result> {
    const controller = new AbortController();
    const work = { result: start(controller.signal), controller, clients: 0 };
    this.inFlight.set(key, work);
    const forget = () => this.forget(key, work);
    work.result.then(forget, forget);
    return work;
  }

  /** Lets later callers start the work again. */
  private forget(key: string, work: InFlight<Result>): void {
    if (this.inFlight.get(key) === work) this.inFlight.delete(key);
  }
}
