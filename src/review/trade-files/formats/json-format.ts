import type { FormatTraits, RunSinks } from './raw-trade.js';

export interface JsonFormat<Source extends string = string> {
  readonly source: Source;
  /** Name of the tool on the page. Null for an export of this service, which the page does not offer as a tool. */
  readonly tool: string | null;
  readonly traits: FormatTraits;
  /** Matches the start of a file of this format. If left out, the format accepts any JSON. */
  readonly start?: RegExp;
  /**
   * Reads the trades of a file. Yields after each part of the text.
   * @throws TradeFileError for malformed JSON, and for a file of another format
   */
  read(text: AsyncIterable<Buffer>, runs: RunSinks): AsyncIterable<void>;
}
