import { posix } from 'node:path';
import { TradeFileError } from '../files/trade-file-error.js';
import type { MarkupHandler } from './markup.js';
import type { WorkbookParts } from './workbook-parts.js';

interface ListedSheet {
  readonly name: string;
  readonly relation: string;
}

interface Relation {
  /** The last part of the type, such as `worksheet`. */
  readonly type: string;
  /** Name of a document in the workbook. */
  readonly part: string;
}

export interface WorkbookList {
  /** Visible sheets with cells, in the order of the workbook. */
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  /** True if dates count from 1904, as in workbooks of old versions for the Macintosh. */
  readonly is1904: boolean;
  readonly strings: string | undefined;
  readonly styles: string | undefined;
}

type Attributes = Readonly<Record<string, string>>;

/** Calls a function with the attributes of each element. */
const elements = (seen: (name: string, attributes: Attributes) => void): MarkupHandler => ({
  open: seen,
  close: () => undefined,
  text: () => undefined,
});

/** Reads which documents a workbook has. */
export async function workbookList(parts: WorkbookParts): Promise<WorkbookList> {
  const listed: ListedSheet[] = [];
  let is1904 = false;
  const ofWorkbook = elements((name, attributes) => {
    if (name === 'workbookPr') is1904 = /^(?:1|true|on)$/i.test(attributes['date1904'] ?? '');
    if (name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return;
    listed.push({ name: attributes['name'] ?? '', relation: relationOf(attributes) });
  });
  await parts.require('xl/workbook.xml', 'its list of sheets', ofWorkbook);
  const relations = new Map<string, Relation>();
  const ofRelations = elements((name, { Id = '', Type = '', Target = '', TargetMode = '' }) => {
    // A target outside of the file is not read.
    if (name !== 'Relationship' || TargetMode.toLowerCase() === 'external') return;
    // The base of a target is the folder of the workbook, unless it begins with a slash.
    relations.set(Id, { type: posix.basename(Type), part: posix.resolve('/xl', Target).slice(1) });
  });
  await parts.require('xl/_rels/workbook.xml.rels', 'its list of documents', ofRelations);
  const partOf = (wanted: string) => [...relations.values()].find(({ type }) => type === wanted)?.part;
  const sheets = listed.flatMap(({ name, relation }) => {
    const found = relations.get(relation);
    // Charts are sheets as well, but have no cells.
    return found?.type === 'worksheet' ? [{ name, part: found.part }] : [];
  });
  if (sheets.length === 0) throw new TradeFileError('file', 'is a workbook without a visible sheet');
  return { sheets, is1904, strings: partOf('sharedStrings'), styles: partOf('styles') };
}

/** Returns the id of the relation, which has the prefix of another name space. */
const relationOf = (attributes: Attributes): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
