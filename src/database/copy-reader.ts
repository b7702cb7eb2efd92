import { CopiedColumns, ColumnKind, CopyDecoder } from './copy-decoder.js';
import { CopyMessages } from './copy-messages.js';

/** Makes columns of the messages of a copy, in whatever thread they arrive. */
export class CopyReader {
  private readonly messages = new CopyMessages();
  private readonly decoder: CopyDecoder;

  constructor(kinds: readonly ColumnKind[]) {
    this.decoder = new CopyDecoder(kinds);
  }

  push(bytes: Buffer): void {
    this.messages.walk(bytes, (start, end) => this.decoder.push(bytes, start, end));
  }

  end(): CopiedColumns {
    return this.decoder.end();
  }
}
