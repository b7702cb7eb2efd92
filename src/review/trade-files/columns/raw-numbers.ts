import { type NumberColumn, plainDigits } from '../formats/number-column.js';
import type { ColumnName, RawTrades } from './raw-trades.js';
import { TradeFileError } from '../files/trade-file-error.js';

/** A number as in JSON, or a number of JSON that is too large for a double. */
const PLAIN = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?|Infinity)$/i;

export interface RawNumbers {
  /** Returns the number in plain digits; null if the text is not a number. */
  readonly plain: (column: ColumnName, text: string) => string | null;
  /** Returns the number; NaN if the text is not a number. */
  readonly value: (column: ColumnName, text: string) => number;
}

/**
 * Returns functions that read the numbers of a file. Each column has its own decimal mark.
 * @throws TradeFileError for a column whose decimal mark is unclear
 */
export function rawNumbers({ traits, columns, moneyColumns }: RawTrades): RawNumbers {
  if (traits.plain) return numbersBy((_, text) => (PLAIN.test(text) ? text : null));
  return numbersBy(byConvention(traits.money ? moneyColumns(traits.money) : columns));
}

/**
 * Returns functions that read the numbers of a file as versions before 1.12 did.
 * @throws TradeFileError for a column whose decimal mark is unclear
 */
export const earlierNumbers = ({ columns }: RawTrades): RawNumbers => numbersBy(byConvention(columns));

function numbersBy(plain: RawNumbers['plain']): RawNumbers {
  return {
    plain,
    value: (column, text) => {
      const digits = plain(column, text);
      return digits === null ? NaN : Number(digits);
    },
  };
}

function byConvention(columns: ReadonlyMap<ColumnName, NumberColumn>): RawNumbers['plain'] {
  const shownMarks = new Set([...columns.values()].map(({ mark }) => mark).filter((mark) => mark !== null));
  const [fileMark = null] = shownMarks.size === 1 && !shownMarks.has('mixed') ? shownMarks : [];
  const marks = new Map(
    [...columns].map(([name, column]) => {
      const mark = column.decide(fileMark as '.' | ',' | null);
      if (mark !== null) return [name, mark] as const;
      const problem =
        column.mark === 'mixed'
          ? 'has numbers with decimal points and numbers with decimal commas'
          : 'has numbers such as 1,234 alone, which mean one thing with a decimal comma and another without';
      throw new TradeFileError('file', `column ${name} ${problem}`);
    }),
  );
  return (column, text) => plainDigits(text, marks.get(column)!);
}
