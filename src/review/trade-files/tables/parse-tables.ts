import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { excerpt } from '../../../shared/text/excerpt.js';
import { decodedText, markedEncoding } from '../files/decoded-text.js';
import { JsonLinesFile } from '../files/json-lines-file.js';
import { TradeFileError } from '../files/trade-file-error.js';
import { withZip } from '../files/zip-member.js';
import { HtmlTables } from './html-tables.js';
import { parseMarkup } from './markup.js';
import { SharedStrings } from './shared-strings.js';
import { SheetCells } from './sheet-cells.js';
import { type TableLine, TableWriter } from './table-writer.js';
import { workbookList } from './workbook-list.js';
import { WorkbookParts } from './workbook-parts.js';
import { WorkbookStyles } from './workbook-styles.js';

/** A file whose tables are parsed. */
export interface TablesJob {
  readonly kind: 'workbook' | 'html';
  readonly path: string;
  /** Path of the file to which the rows are written, as JSON lines of the type `TableLine`. */
  readonly rowsPath: string;
  /** Maximum number of unpacked bytes, and of characters of the rows. */
  readonly mostBytes: number;
}

export type TablesParser = (job: TablesJob) => Promise<void>;

/** Number of bytes at the start of a page in which browsers look for its encoding. */
const META_BYTES = 1024;

/**
 * Writes the rows of all tables of a file to another file.
 * @throws TradeFileError, TradeFileTooLarge
 */
export async function parseTables({ kind, path, rowsPath, mostBytes }: TablesJob): Promise<void> {
  const lines = new JsonLinesFile<TableLine>(rowsPath);
  try {
    const writer = new TableWriter(lines, mostBytes);
    if (kind === 'html') await parsePage(path, writer);
    else await parseWorkbook(path, mostBytes, writer);
    await lines.finish();
  } catch (error) {
    await lines.destroy();
    throw error;
  }
}

function parseWorkbook(path: string, mostBytes: number, writer: TableWriter): Promise<void> {
  return withZip(path, async (zip, entries) => {
    const parts = new WorkbookParts(zip, entries, mostBytes);
    const list = await workbookList(parts);
    const strings = new SharedStrings();
    if (list.strings !== undefined) await parts.parse(list.strings, 'its list of texts', strings);
    const styles = new WorkbookStyles();
    if (list.styles !== undefined) await parts.parse(list.styles, 'its list of styles', styles);
    const context = {
      strings: strings.all,
      isDate: (style: number) => styles.isDate(style),
      is1904: list.is1904,
    };
    for (const { name, part } of list.sheets) {
      const title = `sheet ${excerpt(name)}`;
      writer.begin(title);
      await parts.require(part, `its ${title}`, new SheetCells(context, writer), () => writer.flush());
    }
  });
}

async function parsePage(path: string, writer: TableWriter): Promise<void> {
  const tables = new HtmlTables(writer);
  const text = decodedText(createReadStream(path) as AsyncIterable<Buffer>, await encodingOf(path));
  await parseMarkup(text, { kind: 'html', title: 'the page' }, tables, async () => {
    await writer.flush();
  });
}

/** Returns the encoding that a page names, as a label that `TextDecoder` knows. */
async function encodingOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(META_BYTES), 0, META_BYTES, 0);
    const start = buffer.subarray(0, bytesRead);
    const [, label] = /<meta[^<>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(start.toString('latin1')) ?? [];
    // A page whose ASCII characters are readable without a mark is not UTF-16, whatever it says.
    if (label === undefined || markedEncoding(start) !== undefined || /^utf-?16/i.test(label)) return 'utf-8';
    return new TextDecoder(label).encoding;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_NOT_SUPPORTED') throw error;
    throw new TradeFileError('file', 'is a page in an unknown encoding; save it as UTF-8', { cause: error });
  } finally {
    await file.close();
  }
}
