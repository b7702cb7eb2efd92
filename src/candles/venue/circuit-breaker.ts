/**
 * Stops requests to a host that has failed repeatedly. After a while, a single request tests whether it has recovered.
 */
export class CircuitBreaker {
  private failures = 0;
  private openUntil = 0;

  /**
   * @param failuresToOpen number of consecutive failures
   * @param openMs how long no request is sent after the last failure
   */
  constructor(
    private readonly failuresToOpen: number,
    private readonly openMs: number,
  ) {}

  /** Returns how much longer no request may be sent, ms; 0 if one may be sent now. */
  openFor(now: number): number {
    return this.failures < this.failuresToOpen ? 0 : Math.max(0, this.openUntil - now);
  }

  /** Records that a request is sent. If it is the recovery test, all others wait for its outcome. */
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
