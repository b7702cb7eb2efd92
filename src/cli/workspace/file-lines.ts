const NEW_LINE = 0x0a;

/** Maximum length of a line. The longest row is a state of 256 KB, which escapes may lengthen. */
const MAX_LINE_LENGTH = 4 * 1024 * 1024;

/** A line without its line break. Lines are numbered from 1. */
export interface FileLine {
  readonly bytes: Buffer;
  readonly number: number;
  /** True if the line ends with a line break. */
  readonly isWhole: boolean;
}

/**
 * Yields the lines of a file.
 * @throws Error for a line that is too long for an export
 */
export async function* fileLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<FileLine> {
  let rest = Buffer.alloc(0);
  let number = 1;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, start)) {
      yield { bytes: Buffer.concat([rest, chunk.subarray(start, end)]), number, isWhole: true };
      rest = Buffer.alloc(0);
      start = end + 1;
      number += 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(start)]);
    if (rest.length > MAX_LINE_LENGTH) throw new Error(`Line ${number} is longer than a line of an export.`);
  }
  if (rest.length > 0) yield { bytes: rest, number, isWhole: false };
}
