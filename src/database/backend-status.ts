const READY_FOR_QUERY = 0x5a;
const HEADER_LENGTH = 5;

/**
 * Follows the messages of the backend to know what state it leaves the session in: `I` idle, `T` in a transaction, `E` in
 * a failed one, null in the middle of something. Source: PostgreSQL documentation, "Message Formats", ReadyForQuery.
 */
export class BackendStatus {
  status: string | null = null;
  private readonly header = Buffer.alloc(HEADER_LENGTH);
  private headerSeen = 0;
  private bodyLeft = 0;

  /** Something was sent to the backend: what it says from now on decides. */
  expectAnswer(): void {
    this.status = null;
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.headerSeen < HEADER_LENGTH) {
        this.header[this.headerSeen] = chunk[at]!;
        this.headerSeen += 1;
        at += 1;
        if (this.headerSeen === HEADER_LENGTH) this.bodyLeft = this.header.readInt32BE(1) - 4;
        if (this.headerSeen < HEADER_LENGTH || this.bodyLeft > 0) continue;
      } else {
        if (this.header[0] === READY_FOR_QUERY) this.status = String.fromCharCode(chunk[at]!);
        const taken = Math.min(this.bodyLeft, chunk.length - at);
        this.bodyLeft -= taken;
        at += taken;
        if (this.bodyLeft > 0) continue;
      }
      this.headerSeen = 0;
    }
  }
}
