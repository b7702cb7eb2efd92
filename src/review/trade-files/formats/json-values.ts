import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { TradeFileError } from '../files/trade-file-error.js';

const MAX_VALUE_BYTES = 1_000_000;
const MAX_DEPTH = 64;

const TOO_EARLY = 'it ends too early';

/** Number of outer levels that may contain facts. */
const FACT_LEVELS = 3;

interface JsonShape {
  /** Path of the values to emit, such as `$.strategy.*.trades.*`. */
  readonly path: string;
  /** Number of objects and arrays around such a value. */
  readonly depth: number;
}

export interface JsonHandlers {
  /**
   * Called with each value.
   * @param keys the keys of the objects and arrays around the value, outermost first
   */
  readonly onValue: (value: unknown, keys: readonly (string | number)[]) => void;
  /** Called with each key of the two outermost levels. For a key of the second level, `root` is the outermost key. */
  readonly onKey?: (key: string, root: string | undefined) => void;
  /**
   * Called with each text and number in an object of the three outermost levels.
   * @param keys the keys of the objects around the value, outermost first, and the key of the value itself; lists have
   * no key
   */
  readonly onFact?: (value: unknown, keys: readonly (string | undefined)[]) => void;
}

/**
 * Reads JSON of any length and emits the values at one path. The rest of the document is not kept. A value may have up
 * to 1 MB. The tokenizer drops U+FEFF from texts. Yields after each part of the text, so that emitted values can be
 * written to disk.
 * @throws TradeFileError for malformed JSON, for values that are too long and for nesting that is too deep
 */
export async function* jsonValues(
  text: AsyncIterable<Buffer>,
  { path, depth: valueDepth }: JsonShape,
  { onValue, onKey, onFact }: JsonHandlers,
): AsyncGenerator<void> {
  const fail = (error: Error) => {
    throw error;
  };
  const tokenizer = new Tokenizer();
  const parser = new TokenParser({ paths: [path], keepStack: false });
  tokenizer.onError = fail;
  parser.onError = fail;
  // An emitted value is removed, because the parser would keep every element of a list.
  parser.onValue = ({ value, stack, key }) =>
    onValue(value, [...stack.slice(1).map((level) => level.key as string | number), key as string | number]);

  let depth = 0;
  let valueStart = 0;
  let last = 0;
  let lastText: unknown;
  const keys: string[] = [];
  let isMember = false;
  tokenizer.onToken = (token) => {
    last = token.offset;
    const isFact = isMember && (token.token === TokenType.STRING || token.token === TokenType.NUMBER);
    isMember = token.token === TokenType.COLON && depth <= FACT_LEVELS;
    if (isFact) onFact?.(token.value, keys);
    else if (token.token === TokenType.STRING) lastText = token.value;
    else if (isMember) {
      const key = String(lastText);
      keys.length = depth - 1;
      keys[depth - 1] = key;
      if (depth <= 2) onKey?.(key, depth === 2 ? keys[0] : undefined);
    } else if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) {
      if (depth === valueDepth) valueStart = token.offset;
      depth += 1;
      if (depth > MAX_DEPTH) throw new TradeFileError('file', `is nested deeper than ${MAX_DEPTH} levels`);
    } else if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > valueDepth) checkLength(token.offset - valueStart);
    parser.write(token);
  };

  let bytes = 0;
  try {
    for await (const chunk of text) {
      tokenizer.write(chunk);
      bytes += chunk.length;
      checkLength(bytes - last);
      yield;
    }
    if (!tokenizer.isEnded) end(tokenizer);
    if (!parser.isEnded) throw new Error(TOO_EARLY);
  } catch (error) {
    if (error instanceof TradeFileError) throw error;
    const message = `is not valid JSON: ${(error as Error).message}`;
    throw new TradeFileError('file', message, { cause: error });
  }
}

/**
 * Ends the tokenizer. The tokenizer's own message about a text that was cut names internal states, so another message
 * is used.
 */
function end(tokenizer: { end(): void }): void {
  try {
    tokenizer.end();
  } catch (error) {
    throw new Error(TOO_EARLY, { cause: error });
  }
}

function checkLength(bytes: number): void {
  if (bytes > MAX_VALUE_BYTES)
    throw new TradeFileError('file', `holds a value longer than ${MAX_VALUE_BYTES} bytes`);
}
