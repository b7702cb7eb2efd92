/** The time of the double: that of the system, or one that a test sets. */
export class Clock {
  private frozenAt: number | null = null;
  private ahead = 0;

  constructor(private readonly source: () => number = Date.now) {}

  now(): number {
    return this.frozenAt ?? this.source() + this.ahead;
  }

  /** Stops the clock at a time. From then on only `advance` moves it. */
  set(time: number): void {
    this.frozenAt = time;
  }

  /** Moves a stopped clock, or lets a running one run further ahead. */
  advance(byMs: number): void {
    if (this.frozenAt === null) this.ahead += byMs;
    else this.frozenAt += byMs;
  }

  /** Follows its source again. */
  reset(): void {
    this.frozenAt = null;
    this.ahead = 0;
  }
}
