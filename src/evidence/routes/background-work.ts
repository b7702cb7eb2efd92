/** The result of work that may still be computed. */
export interface Pending<Value> {
  /** Resolves when the work ends, also if it fails. */
  readonly ended: Promise<void>;
  /**
   * Returns the result; undefined while the work is computed.
   * @throws what the work throws
   */
  readonly result: () => Value | undefined;
}

/** Work that continues after the request that started it. Equal work is started once. */
export class BackgroundWork<Value> {
  private readonly started = new Map<string, Pending<Value>>();

  /**
   * Starts work, unless work with this key is in flight.
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
