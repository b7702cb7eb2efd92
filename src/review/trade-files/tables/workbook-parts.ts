import type { Entry, ZipFile } from 'yauzl';
import { decodedText } from '../files/decoded-text.js';
import { TradeFileError, TradeFileTooLarge } from '../files/trade-file-error.js';
import { entryBytes } from '../files/zip-member.js';
import { type MarkupHandler, parseMarkup } from './markup.js';

/** The documents of a workbook. */
export class WorkbookParts {
  readonly #entries: ReadonlyMap<string, Entry>;
  #bytes = 0;

  /** @param mostBytes maximum number of unpacked bytes of all documents that are read */
  constructor(
    private readonly zip: ZipFile,
    entries: readonly Entry[],
    private readonly mostBytes: number,
  ) {
    this.#entries = new Map(entries.map((entry) => [entry.fileName.toLowerCase(), entry]));
  }

  /**
   * Parses a document.
   * @returns false if the workbook has no such document
   */
  async parse(
    name: string,
    title: string,
    handler: MarkupHandler,
    afterChunk?: () => Promise<void>,
  ): Promise<boolean> {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) return false;
    const bytes = decodedText(this.#counted(entryBytes(this.zip, entry)));
    await parseMarkup(bytes, { kind: 'xml', title }, handler, afterChunk);
    return true;
  }

  /** @throws TradeFileError if the workbook has no such document */
  async require(name: string, title: string, handler: MarkupHandler, afterChunk?: () => Promise<void>) {
    if (await this.parse(name, title, handler, afterChunk)) return;
    throw new TradeFileError('file', `is a damaged workbook: ${title} is missing`);
  }

  async *#counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#bytes += chunk.length;
      if (this.#bytes > this.mostBytes)
        throw new TradeFileTooLarge(`The file has more than ${this.mostBytes} bytes.`);
      yield chunk;
    }
  }
}
