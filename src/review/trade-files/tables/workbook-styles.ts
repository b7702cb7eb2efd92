import { isDateFormat } from './cell-dates.js';
import type { MarkupHandler } from './markup.js';

/** Reads which styles of a workbook show dates. */
export class WorkbookStyles implements MarkupHandler {
  readonly #codes = new Map<number, string>();
  /** Number format of each style of cells. */
  readonly #formats: number[] = [];
  /** Whether each number format shows dates, once it was asked for. */
  readonly #areDates = new Map<number, boolean>();
  #isInStyles = false;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const id = Number(attributes['numFmtId'] ?? 0);
    if (name === 'cellXfs') this.#isInStyles = true;
    else if (name === 'numFmt') this.#codes.set(id, attributes['formatCode'] ?? '');
    else if (name === 'xf' && this.#isInStyles) this.#formats.push(id);
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#isInStyles = false;
  }

  text(): void {}

  /** Returns whether a style shows dates. Call this function after the document was parsed. */
  isDate(style: number): boolean {
    const format = this.#formats[style] ?? 0;
    const known = this.#areDates.get(format);
    if (known !== undefined) return known;
    const isDate = isDateFormat(format, this.#codes.get(format));
    this.#areDates.set(format, isDate);
    return isDate;
  }
}
