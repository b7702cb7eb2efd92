import { type ZipPart, zip } from './zip.js';

/** A cell: a text, a number, a boolean, a date, or the XML of a cell without its reference. */
export type Cell = string | number | boolean | Date | null | { readonly xml: string };

export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
  readonly state?: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Style 1 is a date and a time, style 2 a date with a format of its own. */
export const STYLES = `${DECLARATION}<styleSheet ${MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/></cellXfs></styleSheet>`;

const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

export const sheetXml = (data: string): string =>
  `${DECLARATION}<worksheet ${MAIN}><sheetData>${data}</sheetData></worksheet>`;

/** Returns the parts of a workbook. Parts of the same name in `others` replace them. */
export function workbookParts(
  sheets: readonly Sheet[],
  { is1904 = false, others = [] }: { is1904?: boolean; others?: readonly ZipPart[] } = {},
): ZipPart[] {
  const strings: string[] = [];
  const shared = (text: string): number => strings.push(text) - 1;
  const cellXml = (cell: Cell, reference: string): string => {
    if (cell === null) return '';
    if (typeof cell === 'string') return `<c r="${reference}" t="s"><v>${shared(cell)}</v></c>`;
    if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
    if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${Number(cell)}</v></c>`;
    if (cell instanceof Date) {
      const zero = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
      return `<c r="${reference}" s="1"><v>${(cell.getTime() - zero) / 86_400_000}</v></c>`;
    }
    return cell.xml.replace('<c', `<c r="${reference}"`);
  };
  const data = ({ rows }: Sheet) =>
    rows
      .map((cells, y) => {
        const all = cells.map((cell, x) => cellXml(cell, `${letters(x)}${y + 1}`));
        return `<row r="${y + 1}">${all.join('')}</row>`;
      })
      .join('');
  const sheetParts = sheets.map((sheet, i) => ({
    name: `xl/worksheets/sheet${i + 1}.xml`,
    text: sheetXml(data(sheet)),
  }));
  const listed = sheets.map(
    ({ name, state }, i) =>
      `<sheet name="${escaped(name)}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`,
  );
  const relations = [
    ...sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`]),
    ['styles', 'styles.xml'],
    ['sharedStrings', '/xl/sharedStrings.xml'],
  ].map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${RELATION}/${type}" Target="${target}"/>`,
  );
  const parts = [
    { name: '[Content_Types].xml', text: `${DECLARATION}<Types/>` },
    {
      name: 'xl/workbook.xml',
      text: `${DECLARATION}<workbook ${MAIN} xmlns:r="${RELATION}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `${DECLARATION}<Relationships>${relations.join('')}</Relationships>`,
    },
    { name: 'xl/styles.xml', text: STYLES },
    ...sheetParts,
    {
      name: 'xl/sharedStrings.xml',
      text: `${DECLARATION}<sst ${MAIN}>${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    },
  ];
  const replaced = new Set(others.map(({ name }) => name));
  return [...parts.filter(({ name }) => !replaced.has(name)), ...others];
}

/** Builds a workbook. */
export const workbook = (...args: Parameters<typeof workbookParts>): Buffer => zip(...workbookParts(...args));
