import { MAX_TAG_LENGTH, cutText } from './cut-text.js';
import { MAX_REASON_LENGTH } from './name-lengths.js';

/**
 * Returns tags with the reasons for the entry and the exit of a trade: `enter:rsi_cross`, `exit:stop_loss`. A tag is cut
 * to its maximum length, except if its reason is too long: a trade with such a reason is refused.
 */
export const reasonTags = (entry: string | undefined, exit: string | undefined): string[] =>
  [tagOf('enter', entry), tagOf('exit', exit)].filter((tag) => tag !== undefined);

function tagOf(kind: 'enter' | 'exit', reason = ''): string | undefined {
  const text = reason.trim();
  if (text === '') return undefined;
  const tag = `${kind}:${text}`;
  return text.length > MAX_REASON_LENGTH ? tag : cutText(tag, MAX_TAG_LENGTH);
}
