import { hasMoreCharacters } from '../../../shared/fields/value-rules.js';
import { excerpt } from '../../../shared/text/excerpt.js';
import { TradeFileError } from '../files/trade-file-error.js';

/** Maximum number of characters of the name of a symbol, a strategy or a column. */
const MAX_NAME_LENGTH = 200;

/** Maximum number of characters of the reason of an entry or an exit. Freqtrade cuts longer reasons. */
export const MAX_REASON_LENGTH = 255;

/** Returns what is wrong with the length of the name of a symbol; undefined if it is valid. */
export const symbolLengthProblem = (symbol: string): string | undefined =>
  hasMoreCharacters(symbol, MAX_NAME_LENGTH) ? tooLong(symbol, MAX_NAME_LENGTH) : undefined;

/** Returns what is wrong with the length of the tags of a trade; undefined if it is valid. */
export function tagLengthProblem(tags: readonly string[]): string | undefined {
  const long = tags.find((tag) => hasMoreCharacters(tag, MAX_REASON_LENGTH));
  return long === undefined ? undefined : tooLong(long, MAX_REASON_LENGTH);
}

/**
 * @param kind what has the name, such as `column`
 * @throws TradeFileError if a name is too long
 */
export function requireShortName(kind: string, name: string): void {
  if (hasMoreCharacters(name, MAX_NAME_LENGTH))
    throw new TradeFileError(
      'file',
      `has a ${kind} whose name has more than ${MAX_NAME_LENGTH} characters: ${excerpt(name)}`,
    );
}

const tooLong = (text: string, max: number) =>
  `must not have more than ${max} characters, not ${excerpt(text)}`;
