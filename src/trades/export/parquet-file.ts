import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { setImmediate } from 'node:timers/promises';
import { VERSION } from '../../platform/config/version.js';
import { EXPORT_COLUMNS, type ExportColumn } from './export-columns.js';
import type { AddedPage, ExportFile, ExportPage } from './export-file.js';
import type { ExportedTrade } from './exported-trade.js';
import { PARQUET_KINDS, PARQUET_SCHEMA } from './parquet-schema.js';

/** Maximum number of trades in a row group. Trades are held in memory until their row group is complete. */
export const PARQUET_GROUP_ROWS = 5_000;

/** A row group is complete when its trades have this size, bytes. Trades with long notes make row groups shorter. */
const GROUP_BYTES = 4 * 2 ** 20;

/** Bytes of a trade without its texts of any length. */
const FIXED_BYTES = 200;

type Value = string | number | bigint | null | readonly string[];

/** A Parquet file that is written in row groups, so that memory is bounded however many trades the file has. */
export class ParquetFile implements ExportFile {
  private readonly writer = new ByteWriter();
  private readonly parquet = new ParquetWriter({
    writer: this.writer,
    schema: PARQUET_SCHEMA,
    createdBy: `backtest-session-service version ${VERSION}`,
  });
  /** Columns of the row group that is not complete. */
  private columns = emptyColumns();
  private groupSize = 0;
  private rows = 0;

  /** Number of trades in memory. */
  get heldRows(): number {
    return this.rows;
  }

  async add({ count, trade }: ExportPage): Promise<AddedPage> {
    let pageSize = 0;
    for (let i = 0; i < count; i += 1) {
      const size = this.push(trade(i));
      pageSize += size;
      this.groupSize += size;
      if (this.rows === PARQUET_GROUP_ROWS || this.groupSize >= GROUP_BYTES) await this.writeGroup();
    }
    return { part: this.taken(), size: pageSize };
  }

  async end(): Promise<Buffer> {
    if (this.rows > 0) await this.writeGroup();
    await this.parquet.finish();
    return this.taken();
  }

  /** Adds a trade to the row group, and returns its approximate size in bytes. */
  private push(trade: ExportedTrade): number {
    for (const name of EXPORT_COLUMNS) this.columns[name].push(valueOf(name, trade));
    this.rows += 1;
    const { clientId, positionId, note, tags } = trade;
    const texts = [clientId, positionId ?? '', note, ...tags];
    return texts.reduce((sum, { length }) => sum + length, FIXED_BYTES);
  }

  /**
   * Writes the row group. Between two columns, other requests are handled, because a whole row group would block the
   * event loop for too long. `ParquetWriter` makes a row group of each column, so the row groups of all columns are
   * joined afterwards.
   */
  private async writeGroup(): Promise<void> {
    const { columns, parquet, rows } = this;
    const [groups, rowsBefore] = [parquet.row_groups.length, parquet.num_rows];
    for (const name of EXPORT_COLUMNS) {
      await parquet.write({
        columnData: [{ name, data: columns[name], offsetIndex: false }],
        rowGroupSize: rows,
      });
      await setImmediate();
    }
    const ofColumns = parquet.row_groups.splice(groups);
    parquet.row_groups.push({
      columns: ofColumns.flatMap((group) => group.columns),
      num_rows: BigInt(rows),
      total_byte_size: sumOf(ofColumns.map(({ total_byte_size: size }) => size)),
      total_compressed_size: sumOf(ofColumns.map(({ total_compressed_size: size }) => size ?? 0n)),
    });
    parquet.num_rows = rowsBefore + BigInt(rows);
    this.columns = emptyColumns();
    this.groupSize = 0;
    this.rows = 0;
  }

  /** Returns a copy of the bytes that were written since the last call. */
  private taken(): Buffer {
    const bytes = Buffer.from(this.writer.getBytes());
    this.writer.index = 0;
    return bytes;
  }
}

const emptyColumns = (): Record<ExportColumn, Value[]> =>
  Object.fromEntries(EXPORT_COLUMNS.map((name) => [name, []])) as unknown as Record<ExportColumn, Value[]>;

const valueOf = (name: ExportColumn, trade: ExportedTrade): Value =>
  PARQUET_KINDS[name] === 'timestamp' ? BigInt(trade[name] as number) : trade[name];

const sumOf = (sizes: readonly bigint[]): bigint => sizes.reduce((sum, size) => sum + size, 0n);
