import { CsvError } from './csv-error.js';

const QUOTE = '"';
const NEWLINE = /\r\n?|\n/g;

/** Matches 16 or more consecutive blank lines. Removing fewer would not be worthwhile. */
const EMPTY_LINES = /[\r\n](?: *[\r\n]){15,}/g;

const [CR, LF] = [13, 10];

/** Complete rows, and the empty lines that follow them. */
export interface RowsText {
  /** Text with LF between and after the rows; '' if the empty lines follow no row. */
  readonly text: string;
  /** Number of lines that were skipped after the text. */
  readonly emptyLines: number;
}

/**
 * Cuts a csv text that arrives in parts into texts of complete rows. Cuts are made at line breaks outside quotes. Many
 * consecutive empty lines are counted and skipped, because each would become a row.
 */
export class WholeRows {
  /** Characters that may precede an opening quote or follow a closing quote. */
  private readonly ends: ReadonlySet<string>;
  /** Incomplete row at the end of the text so far. */
  private rest = '';
  /**
   * Bytes of `rest`. The bytes are counted as the row grows, because counting the whole row with each part would take
   * time proportional to the square of its length.
   */
  private restBytes = 0;
  private isQuoted = false;
  /** Last character of the text so far. */
  private last = '\n';
  /** A CR at the end of the text so far, which may be the first half of CR LF. */
  private held = '';

  constructor(
    delimiter: string,
    private readonly mostBytes: number,
  ) {
    this.ends = new Set([delimiter, '\n', '\r']);
  }

  /**
   * Adds the next part of the text.
   * @param line number of the first row that has not been returned yet
   * @returns the rows that are now complete
   * @throws CsvError for a misplaced quote or an oversized row
   */
  add(part: string, line: number): RowsText[] {
    const text = this.held + part;
    this.held = text.endsWith('\r') ? '\r' : '';
    return this.cut(this.held ? text.slice(0, -1) : text, line);
  }

  /** Returns the last row if the text does not end with a line break. */
  end(line: number): RowsText[] {
    const rows = this.cut(this.held, line);
    if (this.isQuoted) throw new CsvError(line, 'is not valid csv: a quote is never closed');
    return this.rest === '' ? rows : [...rows, { text: withLf(this.rest), emptyLines: 0 }];
  }

  private cut(text: string, line: number): RowsText[] {
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
    return withoutEmptyLines(rows);
  }

  /** @returns the position after the last line break outside quotes */
  private outside(segment: string, text: string, at: number, line: number): number {
    if (segment !== '' && this.last === QUOTE && !this.ends.has(segment[0]!))
      throw this.refusal(line, text.slice(0, at), 'a cell goes on after its closing quote');
    return Math.max(segment.lastIndexOf('\n'), segment.lastIndexOf('\r')) + 1;
  }

  private quote(text: string, at: number, line: number): void {
    // A quote that follows a closing quote is an escaped quote.
    if (!this.isQuoted && this.last !== QUOTE && !this.ends.has(this.last))
      throw this.refusal(line, text.slice(0, at), 'a cell has a quote, but not as its first character');
    this.isQuoted = !this.isQuoted;
    this.last = QUOTE;
  }

  private refusal(line: number, before: string, what: string): CsvError {
    return new CsvError(line + breaksIn(this.rest + before), `is not valid csv: ${what}`);
  }
}

/** @param text a text of complete rows */
function withoutEmptyLines(text: string): RowsText[] {
  const found: RowsText[] = [];
  let at = 0;
  let counted = 0;
  let isQuoted = false;
  for (const { 0: run, index } of text.matchAll(EMPTY_LINES)) {
    if (countOf(QUOTE, text.slice(counted, index)) % 2 === 1) isQuoted = !isQuoted;
    counted = index;
    // Lines within quotes belong to a cell.
    if (isQuoted) continue;
    const breaks = breaksIn(run);
    // The first line break ends the previous row.
    if (index === at) found.push({ text: '', emptyLines: breaks });
    else found.push({ text: `${withLf(text.slice(at, index))}\n`, emptyLines: breaks - 1 });
    at = index + run.length;
  }
  if (at < text.length) found.push({ text: withLf(text.slice(at)), emptyLines: 0 });
  return found;
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

/** Returns the text with every line break outside quotes replaced by LF. */
function withLf(text: string): string {
  if (!text.includes('\r')) return text;
  return text
    .split(QUOTE)
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(NEWLINE, '\n') : part))
    .join(QUOTE);
}

export function breaksIn(text: string): number {
  let breaks = 0;
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === CR || (code === LF && before !== CR)) breaks += 1;
    before = code;
  }
  return breaks;
}
