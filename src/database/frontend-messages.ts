/** One message of a client, whole. `type` is its type byte, or what kind of first message it is. */
export interface FrontendMessage {
  readonly type: string;
  readonly bytes: Uint8Array;
}

const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const CANCEL_REQUEST = 80_877_102;

const FIRST_MESSAGES = new Map([
  [SSL_REQUEST, 'ssl'],
  [GSS_REQUEST, 'gss'],
  [CANCEL_REQUEST, 'cancel'],
]);

/**
 * Cuts what a client sends into messages. Until its startup message a connection sends messages without a type byte.
 * Source: PostgreSQL documentation, "Message Formats".
 */
export class FrontendMessages {
  private pending: Buffer = Buffer.alloc(0);
  private started = false;

  /** The messages that are complete by now, in order. */
  push(chunk: Buffer): FrontendMessage[] {
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    const messages: FrontendMessage[] = [];
    for (let message = this.next(); message; message = this.next()) messages.push(message);
    return messages;
  }

  private next(): FrontendMessage | null {
    const typeLength = this.started ? 1 : 0;
    if (this.pending.length < typeLength + 8 && !(this.started && this.pending.length >= 5)) return null;
    const length = typeLength + this.pending.readInt32BE(typeLength);
    if (length < typeLength + 4) throw new RangeError('a message with an impossible length');
    if (this.pending.length < length) return null;
    const bytes = new Uint8Array(this.pending.subarray(0, length));
    const type = this.started
      ? String.fromCharCode(bytes[0] ?? 0)
      : (FIRST_MESSAGES.get(this.pending.readInt32BE(4)) ?? 'startup');
    if (type === 'startup') this.started = true;
    this.pending = this.pending.subarray(length);
    return { type, bytes };
  }
}
