/** Leaves a host alone for a while after it has failed again and again, then lets one request try how it is. */
export class CircuitBreaker {
  private failures = 0;
  private openUntil = 0;

  /**
   * @param failuresToOpen failures in a row
   * @param openMs how long the host is left alone
   */
  constructor(
    private readonly failuresToOpen: number,
    private readonly openMs: number,
  ) {}

  /** How long the host is still to be left alone, ms; 0 when it may be asked. */
  openFor(now: number): number {
    return this.failures < this.failuresToOpen ? 0 : Math.max(0, this.openUntil - now);
  }

  /** A request leaves. After a pause that is the trial: the others stay out until its outcome is known. */
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
