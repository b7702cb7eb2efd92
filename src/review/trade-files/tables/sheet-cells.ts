import { meantNumber } from '../money/money-texts.js';
import { cellDate } from './cell-dates.js';
import type { MarkupHandler } from './markup.js';
import { plainText } from './shared-strings.js';
import type { TableWriter } from './table-writer.js';

const REFERENCE = /^([A-Z]{1,3})(\d{1,7})$/;
const ROW_NUMBER = /^\d{1,7}$/;

/** The parts of a workbook to which the cells of all sheets refer. */
export interface CellContext {
  readonly strings: readonly string[];
  readonly isDate: (style: number) => boolean;
  readonly is1904: boolean;
}

/** Reads the cells of a sheet. A formula is read by the value that is stored with it. */
export class SheetCells implements MarkupHandler {
  #isInData = false;
  #row = 0;
  #column = -1;
  #type = 'n';
  #style = 0;
  #value = '';
  #isValue = false;
  #isReadingAid = false;

  constructor(
    private readonly context: CellContext,
    private readonly writer: TableWriter,
  ) {}

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'sheetData') this.#isInData = true;
    else if (!this.#isInData) return;
    else if (name === 'row') this.#beginRow(attributes['r']);
    else if (name === 'c') this.#beginCell(attributes);
    else if (name === 'rPh') this.#isReadingAid = true;
    // `t` is a text in the cell itself.
    else if (name === 'v' || name === 't') this.#isValue = !this.#isReadingAid;
  }

  close(name: string): void {
    if (name === 'sheetData') this.#isInData = false;
    else if (!this.#isInData) return;
    else if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#isReadingAid = false;
    else if (name === 'c') this.writer.cell(this.#column, this.#text());
    else if (name === 'row') this.writer.endRow(this.#row);
  }

  text(text: string): void {
    if (!this.#isValue) return;
    this.#value += text;
    this.writer.requireLength(this.#value);
  }

  #beginRow(row: string | undefined): void {
    if (row !== undefined && !ROW_NUMBER.test(row))
      throw this.writer.error('has a row without a valid number');
    this.#row = row === undefined ? this.#row + 1 : Number(row);
    this.#column = -1;
  }

  /** A cell without a reference is next to the one before it. */
  #beginCell({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    const [, letters = '', row = ''] = REFERENCE.exec(r ?? '') ?? [];
    if (r !== undefined && (letters === '' || Number(row) !== this.#row))
      throw this.writer.error(`has a cell without a valid reference in row ${this.#row}`);
    this.#column = r === undefined ? this.#column + 1 : columnOf(letters);
    this.#type = t;
    this.#style = Number(s);
    this.#value = '';
  }

  #text(): string {
    const value = this.#value;
    if (this.#type === 's') return this.#sharedText(value.trim());
    if (this.#type === 'str' || this.#type === 'inlineStr') return plainText(value);
    // The value of an error is its name, such as #N/A.
    if (this.#type === 'e' || value.trim() === '') return '';
    if (this.#type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE';
    if (this.#type === 'd') return value.replace('T', ' ');
    const number = Number(value);
    if (!Number.isFinite(number)) return value;
    const { isDate, is1904 } = this.context;
    return (isDate(this.#style) ? cellDate(number, is1904) : null) ?? meantNumber(number);
  }

  #sharedText(value: string): string {
    if (value === '') return '';
    const { strings } = this.context;
    const text = /^\d{1,9}$/.test(value) ? strings[Number(value)] : undefined;
    if (text !== undefined) return text;
    throw this.writer.error(`refers to a text in row ${this.#row} that the workbook does not have`);
  }
}

/** Returns the column of letters, from 0: A is 0, and AA is 26. */
function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
