/** The double's own time: the system's, or wherever a test puts it. */
export class Clock {
  private frozenAt: number | null = null;
  private ahead = 0;

  constructor(private readonly source: () => number = Date.now) {}

  now(): number {
    return this.frozenAt ?? this.source() + this.ahead;
  }

  /** Stops the clock at an instant; from then on it moves by `advance` alone. */
  set(time: number): void {
    this.frozenAt = time;
  }

  /** Moves a stopped clock, or puts a running one further ahead. */
  advance(byMs: number): void {
    if (this.frozenAt === null) this.ahead += byMs;
    else this.frozenAt += byMs;
  }

  /** Back to the time that it had at the start. */
  reset(): void {
    this.frozenAt = null;
    this.ahead = 0;
  }
}
