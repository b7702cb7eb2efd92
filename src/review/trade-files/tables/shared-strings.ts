import { TradeFileTooLarge } from '../files/trade-file-error.js';
import type { MarkupHandler } from './markup.js';

/** Maximum number of characters of all shared texts, which are kept in memory. */
const MAX_LENGTH = 64 * 2 ** 20;

/** Reads the texts that the cells of a workbook share. */
export class SharedStrings implements MarkupHandler {
  readonly all: string[] = [];
  #text = '';
  #length = 0;
  #isText = false;
  /** True within the reading aid of an East Asian text, which is not a part of the text. */
  #isReadingAid = false;

  open(name: string): void {
    if (name === 'si') this.#text = '';
    else if (name === 'rPh') this.#isReadingAid = true;
    else if (name === 't') this.#isText = !this.#isReadingAid;
  }

  close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isReadingAid = false;
    else if (name === 'si') this.all.push(plainText(this.#text));
  }

  text(text: string): void {
    if (!this.#isText) return;
    this.#length += text.length;
    if (this.#length > MAX_LENGTH)
      throw new TradeFileTooLarge(`The texts of the file have more than ${MAX_LENGTH} characters.`);
    this.#text += text;
  }
}

/** Replaces the escapes of white space in a text of a workbook, such as `_x000D_`. */
export const plainText = (text: string): string => text.replaceAll(/_x000[9AD]_/gi, ' ');
