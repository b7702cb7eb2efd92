/**
 * Whose turn it is with the one session of the embedded database. A holder keeps it until it gives it back, however many
 * statements that takes; the others wait in the order in which they came.
 */
export class SessionTurns<Holder> {
  private holder: Holder | null = null;
  private readonly waiting: { readonly holder: Holder; readonly begin: () => void }[] = [];

  /** Resolves when the session is the holder's, at once if it is already. */
  async take(holder: Holder): Promise<void> {
    if (this.holder === holder) return;
    if (this.holder === null) {
      this.holder = holder;
      return;
    }
    await new Promise<void>((begin) => {
      this.waiting.push({ holder, begin });
    });
  }

  isHeldBy(holder: Holder): boolean {
    return this.holder === holder;
  }

  give(holder: Holder): void {
    if (this.holder !== holder) return;
    const next = this.waiting.shift();
    this.holder = next?.holder ?? null;
    next?.begin();
  }
}
