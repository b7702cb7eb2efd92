import type { AddedPage, ExportFile, ExportPage } from './export-file.js';
import type { ExportedTrade } from './exported-trade.js';
import { TextBytes } from './text-bytes.js';

/** Expected bytes per row. Some rows are longer. */
const EXPECTED_BYTES = 200;

/** A file with a line per trade. */
export class TextFile implements ExportFile {
  /** @param start header of the file; may be empty */
  constructor(
    private start: string,
    private readonly line: (trade: ExportedTrade) => string,
  ) {}

  async add({ count, trade }: ExportPage): Promise<AddedPage> {
    const text = new TextBytes(this.start.length + count * EXPECTED_BYTES);
    text.add(this.start);
    this.start = '';
    for (let i = 0; i < count; i += 1) text.add(this.line(trade(i)));
    const part = text.end();
    return { part, size: part.length };
  }

  async end(): Promise<Buffer> {
    return Buffer.from(this.start);
  }
}
