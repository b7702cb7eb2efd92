/** Lets one client at a time use the backend. Other clients wait in the order of their arrival. */
export class BackendLock {
  private last: Promise<void> = Promise.resolve();

  /** @returns the function that releases the lock */
  async acquire(): Promise<() => void> {
    const previous = this.last;
    let release!: () => void;
    this.last = new Promise((resolve) => {
      release = resolve;
    });
    await previous;
    return release;
  }
}
