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
  private id = '';

  /** Returns the events that are complete with this piece. */
  push(bytes: Uint8Array): StreamEvent[] {
    const decoded = this.decoder.decode(bytes, { stream: true });
    if (decoded === '') return [];
    // A carriage return and a line feed after it end one line, even if the line feed arrives in the next piece.
    const text = this.endsWithReturn ? decoded.replace(/^\n/, '') : decoded;
    this.endsWithReturn = decoded.endsWith('\r');
    const lines = (this.rest + text).split(/\r\n|\r|\n/);
    this.rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.line(line));
  }

  private line(line: string): StreamEvent[] {
    if (line === '') return this.complete();
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') this.event = value;
    if (name === 'data') this.data.push(value);
    if (name === 'id' && !value.includes('\0')) this.id = value;
    return [];
  }

  private complete(): StreamEvent[] {
    const { event, data, id } = this;
    this.event = '';
    this.data = [];
    return data.length === 0 ? [] : [{ event: event || 'message', id, data: data.join('\n') }];
  }
}
