import type { Connection, Submittable } from 'pg';
import { CopyMessages } from './copy-messages.js';

type Listener = (bytes: Buffer) => void;

/** pg gives each connection's stream one listener, its parser. */
interface ConnectionStream {
  listeners(event: 'data'): Listener[];
  on(event: 'data', listener: Listener): void;
  off(event: 'data', listener: Listener): void;
}

/**
 * A COPY … TO STDOUT as a query for pg, which hands over the bytes of the connection as they arrive. pg's own parser
 * would make an object for each row; here a row costs next to nothing, so that the event loop stays free and the rows can
 * be decoded elsewhere.
 */
export class CopyQuery implements Submittable {
  readonly done: Promise<void>;
  private isGivenUp = false;
  private resolve!: () => void;
  private reject!: (error: unknown) => void;

  /**
   * @param text the statement, by the name under which pg knows it
   * @param take gets the messages of the copy, for a `CopyReader`; the bytes are its own
   */
  constructor(
    readonly text: string,
    private readonly take: (bytes: Buffer) => void,
  ) {
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  submit(connection: Connection): void {
    this.listen(connection.stream as unknown as ConnectionStream);
    connection.query(this.text);
  }

  /** Stands in for the parser until the copy ends, and gives it all that comes after. */
  private listen(stream: ConnectionStream): void {
    const [parse] = stream.listeners('data');
    if (!parse) throw new Error('a connection of pg without a parser');
    const messages = new CopyMessages();
    const read = (bytes: Buffer): void => {
      const endsAt = messages.walk(bytes);
      if (endsAt !== 0) this.handOver(endsAt < 0 ? bytes : bytes.subarray(0, endsAt));
      if (endsAt < 0) return;
      stream.off('data', read);
      stream.on('data', parse);
      parse(bytes.subarray(endsAt));
    };
    stream.off('data', parse);
    stream.on('data', read);
  }

  /** What is thrown here would be thrown at the socket, and end the process. */
  private handOver(bytes: Buffer): void {
    if (this.isGivenUp) return;
    try {
      this.take(bytes);
    } catch (error) {
      this.handleError(error);
    }
  }

  handleError(error: unknown): void {
    this.isGivenUp = true;
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.resolve();
  }

  handleCommandComplete(): void {
    // How many rows there were is seen in the rows.
  }
}
