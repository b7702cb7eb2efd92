import { basename } from 'node:path';
import type { Entry, ZipFile } from 'yauzl';
import { excerpt } from '../../../shared/text/excerpt.js';
import { BINARY_WORKBOOK, BINARY_WORKBOOK_MEMBER, WORKBOOK_MEMBER } from './file-kinds.js';
import { TradeFileError } from './trade-file-error.js';

const MAX_ENTRIES = 1000;

/** Maximum length of the name of a member, bytes. File systems have the same limit for each part of a path. */
const MAX_NAME_BYTES = 255;

/** Maximum number of names in the message that requests a zip with one file. */
const MAX_NAMES = 5;

/**
 * Maximum ratio of the length of a member to its packed length. Exports of the supported tools shrink to an eighth.
 * Deflate can shrink a file to about a thousandth.
 */
export const MAX_RATIO = 200;

/**
 * Returns the members of a zip.
 * @throws TradeFileError if the zip has too many members, or a member with a name that is too long
 */
export async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_ENTRIES)
    throw new TradeFileError('file', `holds ${zip.entryCount} entries, more than ${MAX_ENTRIES}`);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (entry.fileNameLength > MAX_NAME_BYTES)
      throw memberError(entry, `has a name of more than ${MAX_NAME_BYTES} bytes`);
    entries.push(entry);
  }
  return entries;
}

/**
 * Returns whether a zip is a workbook.
 * @throws TradeFileError for a binary workbook
 */
export function areOfWorkbook(entries: readonly Entry[]): boolean {
  if (entries.some(({ fileName }) => fileName === BINARY_WORKBOOK_MEMBER))
    throw new TradeFileError('file', BINARY_WORKBOOK);
  return entries.some(({ fileName }) => fileName === WORKBOOK_MEMBER);
}

/**
 * Returns the members that may contain trades. A report counts only if there is nothing else, because it may accompany
 * the list of trades.
 */
export function tradeEntries(entries: readonly Entry[]): readonly Entry[] {
  const visible = entries.filter(({ fileName }) => !HIDDEN.test(fileName));
  const texts = visible.filter(({ fileName }) => /\.(?:csv|json|ndjson)$/i.test(fileName));
  return texts.length > 0 ? texts : visible.filter(({ fileName }) => /\.html?$/i.test(fileName));
}

/** Matches `result.meta.json`, and the entries `__MACOSX/._name` that macOS adds for each file. */
const HIDDEN = /(?:^|\/)(?:__MACOSX\/|\.)|\.meta\.json$/i;

/**
 * Returns the member that contains trades. If the zip has a single csv or JSON file, that file is the member. Otherwise
 * the member is a JSON file such as `result.json`, if the names of all other csv and JSON files begin with `result_`:
 * freqtrade adds `result_config.json` and `result_Strategy.json`. `result.meta.json` does not count.
 * @throws TradeFileError if there is no such member
 */
export function mainEntry(entries: readonly Entry[]): Entry {
  if (entries.length === 0)
    throw new TradeFileError('file', 'is a zip without a csv or JSON file, or an HTML report');
  const stems = entries.map(stemOf);
  // The other names begin with the name of the main member, so they are longer.
  const shortest = stems.reduce((best, stem, place) => (stem.length < stems[best]!.length ? place : best), 0);
  const main = entries[shortest]!;
  const start = `${stems[shortest]}_`;
  const isMain = isJson(main) && stems.every((stem, place) => place === shortest || stem.startsWith(start));
  if (entries.length === 1 || isMain) return main;
  const names = entries.slice(0, MAX_NAMES).map(({ fileName }) => excerpt(fileName));
  const more = entries.length > MAX_NAMES ? ', …' : '';
  throw new TradeFileError(
    'file',
    `is a zip of ${entries.length} files that may hold trades; send one of them: ${names.join(', ')}${more}`,
  );
}

export const isJson = ({ fileName }: Entry): boolean => /\.json$/i.test(fileName);

/** Returns the name of a member without its directory and its extension. */
export function stemOf({ fileName }: Entry): string {
  const name = basename(fileName);
  return name.slice(0, name.lastIndexOf('.'));
}

export const memberError = ({ fileName }: Entry, problem: string) =>
  new TradeFileError('file', `${excerpt(fileName)} in the zip ${problem}`);
