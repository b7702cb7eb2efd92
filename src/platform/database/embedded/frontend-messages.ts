/**
 * One complete message of a client. `type` is the type byte. Startup messages have no type byte: for these messages,
 * `type` names the kind of message.
 */
export interface FrontendMessage {
  readonly type: string;
  readonly bytes: Buffer;
}

const UNTYPED = new Map([
  [80_877_102, 'cancel'],
  [80_877_103, 'ssl'],
  [80_877_104, 'gss'],
]);

/**
 * Splits the data of a client into messages. The startup message, and messages before it, have no type byte. Source:
 * PostgreSQL documentation, "Message Formats".
 */
export class FrontendMessages {
  private pending: Buffer = Buffer.alloc(0);
  private started = false;

  /**
   * @returns the complete messages, in order
   * @throws RangeError if the client does not speak the protocol
   */
  push(chunk: Buffer): FrontendMessage[] {
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    const messages: FrontendMessage[] = [];
    for (let message = this.next(); message; message = this.next()) messages.push(message);
    return messages;
  }

  private next(): FrontendMessage | null {
    const lengthAt = this.started ? 1 : 0;
    if (this.pending.length < (this.started ? 5 : 8)) return null;
    const length = lengthAt + this.pending.readInt32BE(lengthAt);
    if (length < (this.started ? 5 : 8)) throw new RangeError('a message with an impossible length');
    if (this.pending.length < length) return null;
    const bytes = this.pending.subarray(0, length);
    const type = this.started
      ? String.fromCharCode(bytes.readUInt8())
      : (UNTYPED.get(bytes.readInt32BE(4)) ?? 'startup');
    if (type === 'startup') this.started = true;
    this.pending = this.pending.subarray(length);
    return { type, bytes };
  }
}
