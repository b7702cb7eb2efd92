import { readFile, rename, writeFile } from 'node:fs/promises';

/** The size and the counts that the database reports for a table. */
export interface TableFacts {
  readonly name: string;
  /** Number of rows at the last VACUUM or ANALYZE; 0 if there was none. */
  readonly rows: number;
  /** Current size in pages of 8 KB. */
  readonly pages: number;
  /** Rows that were added, changed or deleted since the database was started and the table was last analysed. */
  readonly changed: number;
  /** Rows whose space is not free yet, since the database was started and the table was last vacuumed. */
  readonly dead: number;
}

interface Counts {
  readonly changed: number;
  readonly dead: number;
}

interface KeptCounts {
  /** Position in the write-ahead log up to which the changes are counted. */
  readonly position: number;
  readonly tables: Readonly<Record<string, Counts>>;
}

/** Smallest number of rows for which a table is vacuumed or analysed. */
const LEAST_ROWS = 1_000;
const DEAD_PART = 1 / 5;
const CHANGED_PART = 1 / 10;

/** A table of fewer pages is small enough to be read whole. */
const SMALL_PAGES = 16;

/**
 * Length of the log, bytes, that counts as no work at all. A start and a stop of the database write less, and a few
 * changes that were not counted do not matter.
 */
const UNCOUNTED_LOG = 2 ** 20;

const NONE: Counts = { changed: 0, dead: 0 };

/**
 * Counts the changed rows and the dead rows of each table. The counts of the embedded database begin at 0 at each start,
 * so those of earlier starts are kept in a file. If others have written to the database since the file was written, or
 * if there is no file, every table of some size counts as changed.
 */
export class ChangeCounts {
  private earlier: Map<string, Counts> | null = null;
  private written = '';

  constructor(private readonly file: string) {}

  /** Adds the counts of earlier starts. The first call reads them. */
  async total(facts: readonly TableFacts[], position: number): Promise<TableFacts[]> {
    this.earlier ??= await this.read(facts, position);
    const { earlier } = this;
    return facts.map((table) => {
      const { changed, dead } = earlier.get(table.name) ?? NONE;
      return { ...table, changed: table.changed + changed, dead: table.dead + dead };
    });
  }

  /** Forgets the earlier changes of a table that was analysed; it counts from 0 again. */
  analysed(name: string): void {
    this.earlier?.set(name, { changed: 0, dead: this.earlier.get(name)?.dead ?? 0 });
  }

  vacuumed(name: string): void {
    this.earlier?.set(name, { changed: this.earlier.get(name)?.changed ?? 0, dead: 0 });
  }

  /** Writes the totals to the file if they have changed. */
  async keep(totals: readonly TableFacts[], position: number): Promise<void> {
    const tables = Object.fromEntries(totals.map(({ name, changed, dead }) => [name, { changed, dead }]));
    const text = JSON.stringify(tables);
    if (text === this.written) return;
    const kept: KeptCounts = { position, tables };
    await writeFile(`${this.file}.new`, JSON.stringify(kept), { mode: 0o600 });
    await rename(`${this.file}.new`, this.file);
    this.written = text;
  }

  private async read(facts: readonly TableFacts[], position: number): Promise<Map<string, Counts>> {
    const kept = await readKept(this.file);
    if (kept && Math.abs(position - kept.position) < UNCOUNTED_LOG)
      return new Map(Object.entries(kept.tables));
    const filled = facts.filter(({ pages }) => pages >= SMALL_PAGES);
    return new Map(
      filled.map(({ name, rows }) => {
        const all = Math.max(LEAST_ROWS, rows);
        return [name, { changed: all, dead: all }];
      }),
    );
  }
}

/** Returns null if the file does not exist or is damaged. */
async function readKept(file: string): Promise<KeptCounts | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as KeptCounts;
  } catch {
    return null;
  }
}

/** Returns whether so many changed rows are a tenth of a table, and at least 1,000. */
export const isWorthAnalysing = (changed: number, rows: number): boolean =>
  isPart(changed, rows, CHANGED_PART);

/** Returns the table that needs VACUUM most, if any: a fifth of its rows is gone or changed. */
export const toVacuum = (tables: readonly TableFacts[]): TableFacts | undefined =>
  tables
    .filter(({ dead, rows }) => isPart(dead, rows, DEAD_PART))
    .toSorted((one, other) => other.dead - one.dead)[0];

/** Returns the table that needs ANALYZE most, if any. */
export const toAnalyse = (tables: readonly TableFacts[]): TableFacts | undefined =>
  tables
    .filter(({ changed, rows }) => isWorthAnalysing(changed, rows))
    .toSorted((one, other) => other.changed - one.changed)[0];

const isPart = (count: number, rows: number, part: number): boolean =>
  count >= Math.max(LEAST_ROWS, part * rows);
