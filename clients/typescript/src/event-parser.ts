import { unreadable } from './errors.js';

/** Maximum length of an event. */
const MAX_LENGTH = 1_000_000;

/** An event of a stream of server-sent events. */
export interface StreamEvent {
  readonly event: string;
  readonly id: string;
  readonly data: string;
}

/** Parses a stream of server-sent events, in pieces of any size, as the HTML standard defines it. */
export class EventParser {
  private readonly decoder = new TextDecoder();
  private rest = '';
  private endsWithReturn = false;
  private event = '';
  private data: string[] = [];
  private dataLength = 0;
  private id = '';

  /**
   * Returns the events that are complete with this piece.
   * @throws ServiceError if an event is too long
   */
  push(bytes: Uint8Array): StreamEvent[] {
    const decoded = this.decoder.decode(bytes, { stream: true });
    if (decoded === '') return [];
    // A carriage return and a line feed after it end one line, even if the line feed arrives in the next piece.
    const text = this.endsWithReturn ? decoded.replace(/^\n/, '') : decoded;
    this.endsWithReturn = decoded.endsWith('\r');
    const lines = (this.rest + text).split(/\r\n|\r|\n/);
    this.rest = lines.pop() ?? '';
    const events = lines.flatMap((line) => this.line(line));
    if (this.rest.length + this.dataLength > MAX_LENGTH) throw unreadable('An event is too long');
    return events;
  }

  private line(line: string): StreamEvent[] {
    if (line === '') return this.complete();
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') this.event = value;
    if (name === 'data') {
      this.data.push(value);
      // With the line feed. A line without a value takes memory, too.
      this.dataLength += value.length + 1;
    }
    if (name === 'id' && !value.includes('\0')) this.id = value;
    return [];
  }

  private complete(): StreamEvent[] {
    const { event, data, id } = this;
    this.event = '';
    this.data = [];
    this.dataLength = 0;
    return data.length === 0 ? [] : [{ event: event || 'message', id, data: data.join('\n') }];
  }
}
