/** Number of bytes at the start of a file from which its first lines are read. */
export const FIRST_BYTES = 4_096;

const MAX_LINES = 4;
const MAX_LINE_CHARACTERS = 160;

/**
 * Returns the first lines of a text file, each cut to a maximum length; none if the file is not a text.
 * @param first the first bytes of the file
 */
export function firstLines(first: Uint8Array): readonly string[] {
  const text = textOf(first);
  if (Array.from(text).some(isControl)) return [];
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS)} …` : line));
}

/** Tabs, line feeds, form feeds and carriage returns occur in texts. */
const isControl = (character: string): boolean => character < ' ' && !'\t\n\v\f\r'.includes(character);

function textOf(start: Uint8Array): string {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(start);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(start);
  return new TextDecoder().decode(start);
}
