/** Lets a number of visitors in at once; the others wait in line until one leaves, or until they have had enough. */
export class Slots {
  private readonly line: (() => void)[] = [];

  constructor(private free: number) {}

  /**
   * @param patience aborts when the visitor stops waiting
   * @returns what to call when leaving, once
   * @throws the reason of `patience`
   */
  async enter(patience: AbortSignal): Promise<() => void> {
    patience.throwIfAborted();
    if (this.free > 0) this.free -= 1;
    else await this.turn(patience);
    return () => this.leave();
  }

  private turn(patience: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.line.splice(this.line.indexOf(enter), 1);
        reject(patience.reason as Error);
      };
      const enter = () => {
        patience.removeEventListener('abort', giveUp);
        resolve();
      };
      patience.addEventListener('abort', giveUp, { once: true });
      this.line.push(enter);
    });
  }

  /** The slot passes on to the next in line. */
  private leave(): void {
    const next = this.line.shift();
    if (next) next();
    else this.free += 1;
  }
}
