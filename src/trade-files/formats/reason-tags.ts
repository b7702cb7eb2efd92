import { MAX_TAG_LENGTH, cutText } from './cut-text.js';

/** Returns tags with the reasons for the entry and the exit of a trade: `enter:rsi_cross`, `exit:stop_loss`. */
export const reasonTags = (entry: string | undefined, exit: string | undefined): string[] =>
  [tagOf('enter', entry), tagOf('exit', exit)].filter((tag) => tag !== undefined);

function tagOf(kind: 'enter' | 'exit', reason = ''): string | undefined {
  const text = reason.trim();
  return text === '' ? undefined : cutText(`${kind}:${text}`, MAX_TAG_LENGTH);
}
