/** A description of a file whose format is not recognised. */
export interface FileLooks {
  /** A sentence, such as "It looks like a csv with 4 columns." */
  readonly sentence: string;
  /** The next step for the user; empty if the listed columns make the next step clear. */
  readonly advice: string;
  /** The first lines of a text file. */
  readonly lines: readonly string[];
  /** True if the file may contain trades, judging by its form. */
  readonly isReadable: boolean;
}

/** Number of bytes at the start of a file that are read to recognise the kind of the file. */
export const LOOKED_AT_BYTES = 4_096;

const MAX_LINES = 4;
const MAX_LINE_CHARACTERS = 160;

interface Kind {
  readonly start: string;
  readonly parts?: readonly string[];
  readonly sentence: string;
  readonly advice: string;
}

/** Kinds of files that users mistake for an export of trades. The bytes are read as Latin-1. */
const KINDS: readonly Kind[] = [
  {
    start: 'PK',
    parts: ['[Content_Types].xml', 'xl/'],
    sentence: 'It looks like an Excel workbook.',
    advice: 'Save its list of trades as csv, and drop that file.',
  },
  {
    start: '\xd0\xcf\x11\xe0',
    sentence: 'It looks like an old Excel workbook.',
    advice: 'Save its list of trades as csv, and drop that file.',
  },
  { start: 'PK', sentence: 'It looks like a zip.', advice: 'A zip may contain one csv or one JSON file.' },
  { start: '%PDF', sentence: 'It looks like a PDF.', advice: 'Export the list of trades as csv instead.' },
];

const MARKUP = {
  start: /^\s*<(!doctype|html|\?xml)/i,
  sentence: 'It looks like a web page or an XML report.',
  advice: 'Export or save the list of trades as csv instead.',
} as const;

const DELIMITERS = [
  ['\t', 'tabs'],
  [';', 'semicolons'],
  [',', 'commas'],
] as const;

const UNREADABLE = { lines: [], isReadable: false } as const;

/** @param first the first bytes of the file */
export function looksOf(first: Uint8Array): FileLooks {
  if (first.length === 0) return { sentence: 'It is empty.', advice: '', ...UNREADABLE };
  const bytes = Array.from(first, (byte) => String.fromCharCode(byte)).join('');
  const kind = KINDS.find(
    ({ start, parts }) => bytes.startsWith(start) && (!parts || parts.some((part) => bytes.includes(part))),
  );
  if (kind) return { sentence: kind.sentence, advice: kind.advice, ...UNREADABLE };
  const text = textOf(first);
  if (Array.from(text).some(isControl)) {
    return { sentence: 'It is not a text file.', advice: '', ...UNREADABLE };
  }
  const lines = firstLines(text);
  if (MARKUP.start.test(text))
    return { sentence: MARKUP.sentence, advice: MARKUP.advice, lines, isReadable: false };
  if (/^\s*[[{]/.test(text)) {
    const advice =
      'The JSON files that are read are backtest results of freqtrade and our own export as ndjson.';
    return { sentence: 'It looks like JSON.', advice, lines, isReadable: true };
  }
  return { ...tableLooks(lines[0] ?? ''), advice: '', lines };
}

/** Tabs, line feeds, form feeds and carriage returns occur in texts. */
const isControl = (character: string): boolean => character < ' ' && !'\t\n\v\f\r'.includes(character);

function textOf(start: Uint8Array): string {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(start);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(start);
  return new TextDecoder().decode(start);
}

const firstLines = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS)} …` : line));

function tableLooks(head: string): Pick<FileLooks, 'sentence' | 'isReadable'> {
  const [delimiter, name] = DELIMITERS.find(([character]) => head.includes(character)) ?? [];
  if (delimiter === undefined)
    return { sentence: 'It looks like a text without columns.', isReadable: false };
  const sentence = `It looks like a table of ${head.split(delimiter).length} columns with ${name} between them.`;
  return { sentence, isReadable: true };
}
