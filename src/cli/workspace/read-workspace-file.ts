import { createHash } from 'node:crypto';
import { type FileLine, fileLines } from './file-lines.js';
import {
  FORMAT,
  FORMAT_VERSION,
  type FileHeader,
  type FileTrailer,
  type RowCounts,
} from './workspace-file.js';

/** Consecutive rows of one table. */
export interface FilePart {
  readonly table: string;
  readonly columns: readonly string[];
  /** Each row as the JSON text of its object. */
  readonly rows: readonly string[];
  /** Line number of the first row. */
  readonly firstLine: number;
}

/** Maximum number of rows that one statement stores. */
const PART_ROWS = 500;
const PART_BYTES = 2 * 1024 * 1024;

const CUT = 'The file is cut: it ends before its last line.';

/**
 * Reads and checks the file of a workspace, part by part. Do not commit the parts before the generator has ended,
 * because the trailer, which is checked last, may show that the file is incomplete.
 * @throws Error with a sentence that names the line
 */
export async function* readWorkspaceFile(chunks: AsyncIterable<Buffer>): AsyncGenerator<FilePart> {
  const hash = createHash('sha256');
  const counts: RowCounts = {};
  let header: FileHeader | undefined;
  let trailer: FileTrailer | undefined;
  let part: { table: string; rows: string[]; bytes: number; firstLine: number } | undefined;
  const partOf = ({ table, rows, firstLine }: NonNullable<typeof part>): FilePart => ({
    table,
    columns: header!.tables[table]!,
    rows,
    firstLine,
  });
  for await (const line of fileLines(chunks)) {
    if (trailer) throw new Error(`Line ${line.number}: nothing may follow the last line of an export.`);
    if (!line.isWhole) throw new Error(CUT);
    if (!header) {
      header = headerIn(line);
    } else {
      const value = objectIn(line);
      const [table] = Object.keys(value) as [string?];
      if (isTrailer(value)) {
        trailer = value;
        continue;
      }
      const text = rowIn(line, value, table, header);
      if (part && (part.table !== table || part.rows.length === PART_ROWS || part.bytes > PART_BYTES)) {
        yield partOf(part);
        part = undefined;
      }
      part ??= { table: table!, rows: [], bytes: 0, firstLine: line.number };
      part.rows.push(text);
      part.bytes += text.length;
      counts[table!] = (counts[table!] ?? 0) + 1;
    }
    hash.update(line.bytes).update('\n');
  }
  if (part) yield partOf(part);
  if (!header || !trailer) throw new Error(CUT);
  for (const table of Object.keys(header.tables))
    if ((counts[table] ?? 0) !== trailer.rows[table])
      throw new Error(`The file lacks rows: ${counts[table] ?? 0} of ${trailer.rows[table]} of ${table}.`);
  if (hash.digest('hex') !== trailer.sha256)
    throw new Error('The file was changed since it was exported: its checksum differs.');
}

function objectIn({ bytes, number }: FileLine): Record<string, unknown> {
  const value = parseLine(bytes.toString());
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new Error(`Line ${number} is not a JSON object.`);
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function headerIn(line: FileLine): FileHeader {
  const { format, version, tables } = objectIn(line);
  if (format !== FORMAT) throw new Error('Line 1: this is not the export of a workspace.');
  if (version !== FORMAT_VERSION)
    throw new Error(
      `Line 1: the file has version ${JSON.stringify(version)} of its format; this service reads ${FORMAT_VERSION}.`,
    );
  const lists = typeof tables === 'object' && tables !== null ? Object.values(tables) : [undefined];
  if (!lists.every((list) => Array.isArray(list) && list.every((name) => typeof name === 'string')))
    throw new Error('Line 1: "tables" must name the columns of each table.');
  return objectIn(line) as unknown as FileHeader;
}

const isTrailer = (value: object): value is FileTrailer =>
  'sha256' in value && 'rows' in value && typeof value.rows === 'object' && value.rows !== null;

/**
 * Returns the JSON text of a row as it is in the file. The database must read the numbers from this text, because they
 * may have more digits than a double.
 */
function rowIn(
  { bytes, number }: FileLine,
  value: Readonly<Record<string, unknown>>,
  table: string | undefined,
  { tables }: FileHeader,
): string {
  const columns = table === undefined ? undefined : tables[table];
  if (table === undefined || !columns || Object.keys(value).length !== 1)
    throw new Error(`Line ${number} is no row of a table that the first line names.`);
  const row = value[table];
  const fields = typeof row === 'object' && row !== null ? Object.keys(row) : [];
  if (fields.length !== columns.length || fields.some((field, place) => field !== columns[place]))
    throw new Error(`Line ${number}: its fields are not the columns of ${table} in the first line.`);
  const text = bytes.toString();
  const start = `{"${table}":`;
  if (!text.startsWith(start)) throw new Error(`Line ${number} has white space before its row.`);
  return text.slice(start.length, -1);
}
