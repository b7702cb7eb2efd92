/** Admits a limited number of callers at once. Further callers wait in the order of their arrival. */
export class Semaphore {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(permits: number) {
    this.#free = permits;
  }

  /**
   * Waits at most `waitMs` for a permit. Returns whether the permit was granted. The caller must release a granted
   * permit.
   */
  acquire(waitMs: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const admit = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(admit), 1);
        resolve(false);
      }, waitMs);
      this.#waiting.push(admit);
    });
  }

  /** Releases a permit. The caller that has waited longest gets the permit. */
  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
