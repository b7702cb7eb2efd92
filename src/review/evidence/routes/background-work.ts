/** The result of work that may still be in progress. */
export interface Pending<Value> {
  /** Resolves when the work ends, also if the work fails. */
  readonly ended: Promise<void>;
  /**
   * Returns the result; undefined while the work is in progress.
   * @throws what the work throws
   */
  readonly result: () => Value | undefined;
}

/**
 * Runs work that may continue after the end of the request that started it. Work with the same key is not started twice
 * at the same time.
 */
export class BackgroundWork<Value> {
  private readonly started = new Map<string, Pending<Value>>();

  /**
   * Starts work, unless work with this key is already in progress.
   * @param key identifies everything on which the result depends
   */
  join(key: string, work: () => Promise<Value>): Pending<Value> {
    const inFlight = this.started.get(key);
    if (inFlight) return inFlight;
    let result = (): Value | undefined => undefined;
    const run = async () => {
      try {
        const value = await work();
        result = () => value;
      } catch (error) {
        result = () => {
          throw error;
        };
      }
      this.started.delete(key);
    };
    const ended = Promise.resolve().then(run);
    const pending = { ended, result: () => result() };
    this.started.set(key, pending);
    return pending;
  }
}
