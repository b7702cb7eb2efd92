const LENGTH_SIZE = 4;

/** Of the messages that may come while rows are copied out: data, and what is of no interest in between. */
const DATA = 'd'.charCodeAt(0);
const PASSED_OVER: ReadonlySet<number> = new Set(['H', 'S', 'N', 'A'].map((code) => code.charCodeAt(0)));

const nothing = (): void => undefined;

/**
 * Walks over the messages by which a server answers COPY … TO STDOUT, as their bytes arrive in pieces of any size.
 * Source: PostgreSQL documentation, "Message Formats" and "COPY Operations".
 */
export class CopyMessages {
  /** Bytes of the length that have been read; LENGTH_SIZE: in the body. -1: before the code. */
  private lengthRead = -1;
  private length = 0;
  private bodyLeft = 0;
  private isData = false;

  /**
   * @param onData called with the bounds of each part of the copied data
   * @returns where the first message begins that is not of the copy: its end, or an error; -1 while there is none
   */
  walk(bytes: Buffer, onData: (start: number, end: number) => void = nothing): number {
    let at = 0;
    while (at < bytes.length) {
      if (this.bodyLeft > 0) {
        const end = Math.min(at + this.bodyLeft, bytes.length);
        if (this.isData) onData(at, end);
        this.bodyLeft -= end - at;
        at = end;
      } else if (this.lengthRead < 0) {
        const code = bytes[at]!;
        this.isData = code === DATA;
        if (!this.isData && !PASSED_OVER.has(code)) return at;
        at = this.begin(bytes, at + 1);
      } else {
        this.length = this.length * 256 + bytes[at]!;
        this.lengthRead += 1;
        at += 1;
        if (this.lengthRead === LENGTH_SIZE) this.enter(this.length);
      }
    }
    return -1;
  }

  private begin(bytes: Buffer, at: number): number {
    if (at + LENGTH_SIZE <= bytes.length) {
      this.enter(bytes.readUInt32BE(at));
      return at + LENGTH_SIZE;
    }
    this.lengthRead = 0;
    this.length = 0;
    return at;
  }

  /** The length of a message counts itself. */
  private enter(length: number): void {
    this.lengthRead = -1;
    this.bodyLeft = length - LENGTH_SIZE;
  }
}
