import { CsvError } from './csv-error.js';

const QUOTE = '"';
const NEWLINE = /\r\n?|\n/g;

/** Cuts a csv text that arrives in parts into texts of whole rows: at line breaks that are outside of quotes. */
export class WholeRows {
  /** Where the text before a quote may end if the quote opens a cell; the other half of a doubled quote is one too. */
  private readonly beforeQuote: ReadonlySet<string>;
  /** The start of a row whose end has not arrived yet. */
  private rest = '';
  private isQuoted = false;
  /** The last character so far. */
  private last = '\n';

  constructor(
    delimiter: string,
    private readonly mostBytes: number,
  ) {
    this.beforeQuote = new Set([delimiter, '\n', '\r', QUOTE]);
  }

  /**
   * Takes the next part.
   * @param line of the first row that has not been returned yet
   * @returns the rows that are complete now, with LF between and after them
   * @throws CsvError for a quote within a cell, and for a row without end
   */
  add(part: string, line: number): string {
    let at = 0;
    let end = 0;
    for (const [index, text] of part.split(QUOTE).entries()) {
      if (index > 0) this.quote(part.slice(0, at - 1), line);
      if (text !== '') this.last = text.at(-1)!;
      const found = this.isQuoted ? 0 : endOfRows(text, at + text.length < part.length);
      if (found > 0) end = at + found;
      at += text.length + 1;
    }
    const rows = end > 0 ? this.rest + part.slice(0, end) : '';
    this.rest = end > 0 ? part.slice(end) : this.rest + part;
    if (this.rest.length > this.mostBytes / 4 && Buffer.byteLength(this.rest) > this.mostBytes)
      throw new CsvError(line + breaksIn(rows), `is longer than ${this.mostBytes} bytes`);
    return withLf(rows);
  }

  /** The last row, if it has no line break. */
  end(): string {
    return this.isQuoted ? this.rest : withLf(this.rest);
  }

  private quote(before: string, line: number): void {
    if (!this.isQuoted && !this.beforeQuote.has(this.last))
      throw new CsvError(
        line + breaksIn(this.rest + before),
        'is not valid csv: a cell has a quote, but not as its first character',
      );
    this.isQuoted = !this.isQuoted;
    this.last = QUOTE;
  }
}

/** Position after the last line break; one of CR alone must have something after it, which could be its LF. */
function endOfRows(text: string, isFollowed: boolean): number {
  const lf = text.lastIndexOf('\n');
  return Math.max(lf, (isFollowed ? text : text.slice(0, -1)).lastIndexOf('\r')) + 1;
}

/** The text with LF for every line break that is outside of quotes. */
function withLf(text: string): string {
  if (!text.includes('\r')) return text;
  return text
    .split(QUOTE)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(NEWLINE, '\n') : part))
    .join(QUOTE);
}

export const breaksIn = (text: string): number => text.match(NEWLINE)?.length ?? 0;
