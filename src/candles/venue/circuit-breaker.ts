/**
 * Stops requests to a host that has failed repeatedly. After a while, a single request tests whether the host has
 * recovered.
 */
export class CircuitBreaker {
  private failures = 0;
  private openUntil = 0;

  /**
   * @param failuresToOpen number of consecutive failures that stop requests
   * @param openMs time without requests after the last failure, ms
   */
  constructor(
    private readonly failuresToOpen: number,
    private readonly openMs: number,
  ) {}

  /** Returns the time in ms until the next request may be sent; 0 if a request may be sent now. */
  openFor(now: number): number {
    return this.failures < this.failuresToOpen ? 0 : Math.max(0, this.openUntil - now);
  }

  /** Records that a request is sent. If this request is the recovery test, all other requests wait for its outcome. */
  begin(now: number): void {
    if (this.failures >= this.failuresToOpen) this.openUntil = now + this.openMs;
  }

  succeeded(): void {
    this.failures = 0;
  }

  failed(now: number): void {
    this.failures += 1;
    this.openUntil = now + this.openMs;
  }
}
