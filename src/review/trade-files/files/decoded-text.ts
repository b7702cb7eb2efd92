import { TextDecoder } from 'node:util';
import { TradeFileError } from './trade-file-error.js';

const NUL = 0;
const LF = 10;

/** Number of bytes of a file that are read before the event loop can do other work. */
const PART_BYTES = 8 * 1024;

/**
 * Yields the text of a file as UTF-8 without a byte order mark, in small parts. A file in UTF-16 is recognised by its
 * byte order mark.
 * @param unmarked encoding of a file without a byte order mark, a label that `TextDecoder` knows
 * @throws TradeFileError for bytes that are not in the encoding, and for NUL characters
 */
export async function* decodedText(
  chunks: AsyncIterable<Uint8Array>,
  unmarked = 'utf-8',
): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined;
  let line = 1;
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    held =
      held.length === 0
        ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
        : Buffer.concat([held, chunk]);
    // A byte order mark has up to three bytes.
    if (!decoder && held.length < 3) continue;
    decoder ??= new TextDecoder(markedEncoding(held) ?? unmarked, { fatal: true });
    for (let at = 0; at < held.length; at += PART_BYTES) {
      const text = decoded(decoder, held.subarray(at, at + PART_BYTES), line);
      yield text;
      line += countLines(text);
    }
    held = Buffer.alloc(0);
  }
  decoder ??= new TextDecoder(markedEncoding(held) ?? unmarked, { fatal: true });
  yield decoded(decoder, held, line, true);
}

/** Returns the encoding that the byte order mark of a file names; undefined without a mark. */
export function markedEncoding(start: Uint8Array): string | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? 'utf-8' : undefined;
}

function decoded(decoder: TextDecoder, bytes: Uint8Array, line: number, last = false): Buffer {
  const text = Buffer.from(decodedPart(decoder, bytes, line, last));
  if (!text.includes(NUL)) return text;
  const message = `contains a NUL character near line ${line}; UTF-16 needs a byte order mark`;
  throw new TradeFileError('file', message);
}

function decodedPart(decoder: TextDecoder, bytes: Uint8Array, line: number, last: boolean): string {
  try {
    return decoder.decode(bytes, { stream: !last });
  } catch (error) {
    const message = `is not ${decoder.encoding.toUpperCase()} text near line ${line}; save it as UTF-8`;
    throw new TradeFileError('file', message, { cause: error });
  }
}

function countLines(text: Buffer): number {
  let lines = 0;
  // This loop checks byte by byte. If all bytes are line breaks, repeated searches would take many times as long.
  for (let at = 0; at < text.length; at += 1) if (text[at] === LF) lines += 1;
  return lines;
}
