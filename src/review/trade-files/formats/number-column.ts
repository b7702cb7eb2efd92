/** Matches white space and apostrophes (used in Switzerland) between groups of three digits. */
const GROUP_MARKS = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;
const SIGN = /^[-−–+]\s*/;
const MINUS_SIGN = /^[-−–]/;
const MONEY_SIGN = /^[$€£¥₿]\s*|(?<!\s)\s*[$€£¥₿%]$/g;

const GROUPS = { ',': /^\d{1,3}(?:,\d{3})+$/, '.': /^\d{1,3}(?:\.\d{3})+$/ } as const;

const PLAIN_NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

type Mark = ',' | '.';
type Evidence = Mark | 'unclear';

/** Finds the decimal mark that the cells of a column use. */
export class NumberColumn {
  #point = false;
  #comma = false;
  /** True if a cell such as 1,234 was found, which is a different number with each decimal mark. */
  #unclear = false;

  /** Decimal mark that the cells show; `mixed` if they show both marks, null if they show none. */
  get mark(): Mark | 'mixed' | null {
    if (this.#point && this.#comma) return 'mixed';
    if (this.#point) return '.';
    return this.#comma ? ',' : null;
  }

  see(text: string): void {
    // A plain number adds no information after a decimal point was found. Most cells are plain numbers.
    if (this.#point && PLAIN_NUMBER.test(text)) return;
    const evidence = evidenceOf(tidied(text));
    if (evidence === '.') this.#point = true;
    else if (evidence === ',') this.#comma = true;
    else if (evidence === 'unclear' && text.includes(',')) this.#unclear = true;
  }

  /**
   * Returns the decimal mark of the column.
   * @param others decimal mark of the file's other columns, used if this column shows none
   * @returns null if the mark remains unclear
   */
  decide(others: Mark | null): Mark | null {
    if (this.mark === 'mixed') return null;
    const mark = this.mark ?? others;
    if (mark) return mark;
    return this.#unclear ? null : '.';
  }
}

/**
 * Converts a printed number to plain digits. Examples of printed numbers are 1,234.5 and 1.234,5 (depending on the
 * decimal mark of the column), 4 182.78, - 0.08, $12 and 1e-7. Returns null if the text is not a number.
 */
export function plainDigits(text: string, mark: Mark): string | null {
  if (mark === '.' && PLAIN_NUMBER.test(text)) return text;
  const grouping = mark === '.' ? ',' : '.';
  const tidy = tidied(text);
  const [whole = '', ...decimals] = tidy.split(mark);
  if (decimals.length > 1) return null;
  const minus = whole.startsWith('-') ? '-' : '';
  const digits = whole.slice(minus.length);
  if (digits.includes(grouping) && !GROUPS[grouping].test(digits)) return null;
  const plain = `${minus}${digits.replaceAll(grouping, '')}${decimals.length > 0 ? `.${decimals[0]}` : ''}`;
  return PLAIN_NUMBER.test(plain) ? plain : null;
}

/** Returns the number of decimals of a number in plain digits. */
export function decimalPlacesIn(plain: string): number {
  const [digits = '', exponent = '0'] = plain.toLowerCase().split('e');
  const point = digits.indexOf('.');
  return Math.max(0, (point < 0 ? 0 : digits.length - point - 1) - Number(exponent));
}

function tidied(text: string): string {
  const trimmed = text.trim();
  const bare = trimmed.replace(SIGN, '').replaceAll(MONEY_SIGN, '');
  // The sign may come before or after the currency sign.
  const signed = SIGN.test(trimmed) ? trimmed : bare;
  const digits = signed === bare ? bare.replace(SIGN, '') : bare;
  return `${MINUS_SIGN.test(signed) ? '-' : ''}${digits.replaceAll(GROUP_MARKS, '')}`;
}

function evidenceOf(tidy: string): Evidence | null {
  const digits = tidy.replace(/^-/, '');
  const lastPoint = digits.lastIndexOf('.');
  const lastComma = digits.lastIndexOf(',');
  if (lastPoint < 0 && lastComma < 0) return null;
  if (lastPoint >= 0 && lastComma >= 0) return lastPoint > lastComma ? '.' : ',';
  const mark = lastPoint >= 0 ? '.' : ',';
  if (!GROUPS[mark].test(digits) || digits.startsWith('0')) return mark;
  // A mark that occurs more than once separates groups.
  if (digits.indexOf(mark) !== digits.lastIndexOf(mark)) return mark === '.' ? ',' : '.';
  return 'unclear';
}
