import type { ExportedTrade } from './exported-trade.js';

/** A page of trades. Each trade is built when it is read, so that memory never holds an object per trade. */
export interface ExportPage {
  readonly count: number;
  readonly trade: (index: number) => ExportedTrade;
}

/** The result of adding a page to a file. */
export interface AddedPage {
  /** Bytes of the file that are ready to be sent; may be empty. */
  readonly part: Buffer;
  /** Approximate size of the trades of the page, bytes. */
  readonly size: number;
}

/** Writes trades as a file, page by page. */
export interface ExportFile {
  add(page: ExportPage): Promise<AddedPage>;
  /** Returns the rest of the file. */
  end(): Promise<Buffer>;
}
