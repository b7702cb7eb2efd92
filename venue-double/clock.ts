/** The clock of the double, which follows the system time or a time that a test sets. */
export class Clock {
  private frozenAt: number | null = null;
  private ahead = 0;

  constructor(private readonly source: () => number = Date.now) {}

  now(): number {
    return this.frozenAt ?? this.source() + this.ahead;
  }

  /** Stops the clock at a time. Afterwards only `advance` moves the clock. */
  set(time: number): void {
    this.frozenAt = time;
  }

  /** Moves a stopped clock, or increases the offset of a running clock. */
  advance(byMs: number): void {
    if (this.frozenAt === null) this.ahead += byMs;
    else this.frozenAt += byMs;
  }

  /** Lets the clock follow its source again. */
  reset(): void {
    this.frozenAt = null;
    this.ahead = 0;
  }
}
