import { CsvError } from './csv-error.js';

const QUOTE = '"';
const NEWLINE = /\r\n?|\n/g;

/** Cuts a csv text that arrives in parts into texts of whole rows: at line breaks that are outside of quotes. */
export class WholeRows {
  /** What may stand before the quote that opens a cell, or after the one that closes it. */
  private readonly ends: ReadonlySet<string>;
  /** The start of a row whose end has not arrived yet. */
  private rest = '';
  /** Counted as it grows: to count all of it with each part would take time that grows with the square of its length. */
  private restBytes = 0;
  private isQuoted = false;
  /** The last character so far. */
  private last = '\n';
  /** A CR whose LF may be the next character. */
  private held = '';

  constructor(
    delimiter: string,
    private readonly mostBytes: number,
  ) {
    this.ends = new Set([delimiter, '\n', '\r']);
  }

  /**
   * Takes the next part.
   * @param line of the first row that has not been returned yet
   * @returns the rows that are complete now, with LF between and after them
   * @throws CsvError for a quote where none may be, and for a row without end
   */
  add(part: string, line: number): string {
    const text = this.held + part;
    this.held = text.endsWith('\r') ? '\r' : '';
    return this.cut(this.held ? text.slice(0, -1) : text, line);
  }

  /** The last row, if it has no line break. */
  end(line: number): string {
    const rows = this.cut(this.held, line);
    if (this.isQuoted) throw new CsvError(line, 'is not valid csv: a quote is never closed');
    return rows + withLf(this.rest);
  }

  private cut(text: string, line: number): string {
    let at = 0;
    let end = 0;
    for (const [index, segment] of text.split(QUOTE).entries()) {
      if (index > 0) this.quote(text, at - 1, line);
      const found = this.isQuoted ? 0 : this.outside(segment, text, at, line);
      if (found > 0) end = at + found;
      if (segment !== '') this.last = segment.at(-1)!;
      at += segment.length + 1;
    }
    const rows = end > 0 ? this.rest + text.slice(0, end) : '';
    if (end > 0) [this.rest, this.restBytes] = ['', 0];
    this.rest += text.slice(end);
    this.restBytes += Buffer.byteLength(text.slice(end));
    if (this.restBytes > this.mostBytes)
      throw new CsvError(line + breaksIn(rows), `is longer than ${this.mostBytes} bytes`);
    return withLf(rows);
  }

  /** @returns the position after the last line break of a text outside of quotes */
  private outside(segment: string, text: string, at: number, line: number): number {
    if (segment !== '' && this.last === QUOTE && !this.ends.has(segment[0]!))
      throw this.refusal(line, text.slice(0, at), 'a cell goes on after its closing quote');
    return Math.max(segment.lastIndexOf('\n'), segment.lastIndexOf('\r')) + 1;
  }

  private quote(text: string, at: number, line: number): void {
    // After a closing quote it is one that is doubled.
    if (!this.isQuoted && this.last !== QUOTE && !this.ends.has(this.last))
      throw this.refusal(line, text.slice(0, at), 'a cell has a quote, but not as its first character');
    this.isQuoted = !this.isQuoted;
    this.last = QUOTE;
  }

  private refusal(line: number, before: string, what: string): CsvError {
    return new CsvError(line + breaksIn(this.rest + before), `is not valid csv: ${what}`);
  }
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
