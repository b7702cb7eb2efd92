import type { MarkupHandler } from './markup.js';
import type { TableWriter } from './table-writer.js';

/** Elements whose text is not shown. */
const SILENT = new Set(['script', 'style', 'template', 'noscript']);

/**
 * Reads the tables of a page. A table within a cell is a table of its own, and the rows after it are a further table:
 * pages put tables into others for their layout. A cell over several rows counts in its first row only.
 */
export class HtmlTables implements MarkupHandler {
  /** Number of tables whose end tag is still missing. */
  #openTables = 0;
  #tables = 0;
  #row = 0;
  #column = 0;
  #width = 1;
  /** Text of the cell that is open; null outside of cells. */
  #text: string | null = null;
  #isHidden = false;
  #silent = 0;

  constructor(private readonly writer: TableWriter) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (SILENT.has(name)) this.#silent += 1;
    else if (name === 'table') {
      this.#openTables += 1;
      this.#beginTable();
    } else if (this.#openTables === 0) return;
    else if (name === 'tr') this.#beginRow();
    else if (name === 'td' || name === 'th') this.#beginCell(attributes);
    // A line break separates words.
    else if (name === 'br') this.text(' ');
  }

  close(name: string): void {
    if (SILENT.has(name)) this.#silent -= 1;
    else if (name === 'td' || name === 'th') this.#endCell();
    else if (name === 'tr') this.#endRow();
    else if (name === 'table') {
      this.#endRow();
      this.#openTables -= 1;
      if (this.#openTables > 0) this.#beginTable();
    }
  }

  text(text: string): void {
    if (this.#text === null || this.#silent > 0) return;
    this.#text += text.replaceAll(/\s+/g, ' ');
    this.writer.requireLength(this.#text);
  }

  /** @throws TradeFileError if the page was cut within a table, which needs an end tag */
  ending(): void {
    if (this.#openTables > 0) throw this.writer.error('has no end: the file may have been cut');
  }

  #beginTable(): void {
    this.#endRow();
    this.#tables += 1;
    this.#row = 0;
    this.writer.begin(`table ${this.#tables}`);
  }

  #beginRow(): void {
    this.#endRow();
    this.#row += 1;
    this.#column = 0;
  }

  #beginCell({
    class: classes = '',
    style = '',
    colspan = '1',
    hidden,
  }: Readonly<Record<string, string>>): void {
    this.#endCell();
    this.#row ||= 1;
    this.#text = '';
    // MetaTrader hides a cell with the comment in each position, but not in the header.
    this.#isHidden =
      hidden !== undefined || /(?:^|\s)hidden(?:\s|$)/i.test(classes) || /display\s*:\s*none/i.test(style);
    this.#width = Math.max(1, Number.parseInt(colspan, 10) || 1);
  }

  #endCell(): void {
    if (this.#text === null) return;
    if (!this.#isHidden) {
      this.writer.cell(this.#column, this.#text.replaceAll(/ {2,}/g, ' ').trim());
      this.#column += this.#width;
    }
    this.#text = null;
  }

  #endRow(): void {
    this.#endCell();
    this.writer.endRow(this.#row);
  }
}
