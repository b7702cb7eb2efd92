interface Read<Found> {
  readonly found: Promise<Found>;
  /** The next read, shared by all callers that arrive while the current read runs. */
  next: Promise<Found> | null;
}

/**
 * Lets concurrent callers with the same key share one read. Callers that arrive while a read runs share the next read,
 * so no caller gets the result of a read that began before the call. A shared result is therefore as fresh as the
 * result of a separate read.
 */
export class SharedReads<Found> {
  private readonly reads = new Map<string, Read<Found>>();

  get(key: string, read: () => Promise<Found>): Promise<Found> {
    const running = this.reads.get(key);
    if (!running) return this.start(key, read);
    const start = () => this.start(key, read);
    running.next ??= running.found.then(start, start);
    return running.next;
  }

  private start(key: string, read: () => Promise<Found>): Promise<Found> {
    const started: Read<Found> = { found: read(), next: null };
    this.reads.set(key, started);
    const end = () => {
      if (this.reads.get(key) === started) this.reads.delete(key);
    };
    started.found.then(end, end);
    return started.found;
  }
}
