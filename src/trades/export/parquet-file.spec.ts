import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { EXPORT_COLUMNS } from './export-columns.js';
import type { ExportedTrade } from './exported-trade.js';
import { PARQUET_GROUP_ROWS, ParquetFile } from './parquet-file.js';

const TRADE: ExportedTrade = {
  clientId: 'trade-0',
  symbol: 'BTCUSDT',
  feed: 'venue-spot',
  side: 'long',
  qty: 0.1,
  entryPrice: 100.25,
  entryTime: 1_700_000_000_000,
  exitPrice: 101.5,
  exitTime: 1_700_000_000_001,
  stopLoss: 99,
  takeProfit: 110,
  feesPaid: 0.02,
  spreadPaid: 0,
  slippagePaid: -0.01,
  givenCosts: ['feesPaid', 'slippagePaid'],
  plGross: 0.125,
  plNet: 0.115,
  plPct: 0.1147,
  rMultiple: 1.3,
  note: 'a note',
  tags: ['news', 'late entry'],
  pointValue: 50,
  positionId: 'position-3',
  secondLook: 'run',
};

const tradesOf = (count: number, fields: (i: number) => Partial<ExportedTrade> = () => ({})) =>
  Array.from({ length: count }, (_, i) => ({ ...TRADE, clientId: `trade-${i}`, ...fields(i) }));

/** Writes trades in pages, and returns the file and the greatest number of trades that were held between two pages. */
async function write(trades: readonly ExportedTrade[], pageRows = 1_000) {
  const file = new ParquetFile();
  const parts: Buffer[] = [];
  let maxHeld = 0;
  for (let start = 0; start < trades.length; start += pageRows) {
    const page = trades.slice(start, start + pageRows);
    const { part } = await file.add({ count: page.length, trade: (index) => page[index]! });
    parts.push(part);
    maxHeld = Math.max(maxHeld, file.heldRows);
  }
  parts.push(await file.end());
  const bytes = Buffer.concat(parts);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  return { buffer, parts, maxHeld, heldAtEnd: file.heldRows };
}

const groupRows = async (buffer: ArrayBuffer) =>
  (await parquetMetadataAsync(buffer)).row_groups.map(({ num_rows }) => Number(num_rows));

/** A trade as a reader returns it. */
const read = (trade: ExportedTrade) => ({
  ...trade,
  entryTime: new Date(trade.entryTime),
  exitTime: new Date(trade.exitTime),
});

describe('a Parquet file', () => {
  it.each([0, 1, 2, 1_000, PARQUET_GROUP_ROWS, PARQUET_GROUP_ROWS + 1, 2 * PARQUET_GROUP_ROWS + 345])(
    'of %i trades contains every trade in order',
    async (count) => {
      const trades = tradesOf(count, (i) => ({ exitTime: TRADE.exitTime + i, plNet: i / 3 }));
      const { buffer } = await write(trades);
      expect(await parquetReadObjects({ file: buffer })).toEqual(trades.map(read));
      expect(Number((await parquetMetadataAsync(buffer)).num_rows)).toBe(count);
    },
  );

  it('has the columns of every export in their order, with types and nulls', async () => {
    const { buffer } = await write(tradesOf(1));
    const { schema } = await parquetMetadataAsync(buffer);
    const columns = schema.filter(({ name }) => (EXPORT_COLUMNS as readonly string[]).includes(name));
    expect(columns.map(({ name }) => name)).toEqual(EXPORT_COLUMNS);
    const named = (name: string) => columns.find((column) => column.name === name);
    expect(named('exitTime')).toMatchObject({
      type: 'INT64',
      repetition_type: 'REQUIRED',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    });
    expect(named('qty')).toMatchObject({ type: 'DOUBLE', repetition_type: 'REQUIRED' });
    expect(named('note')).toMatchObject({ type: 'BYTE_ARRAY', logical_type: { type: 'STRING' } });
    expect(named('tags')).toMatchObject({ logical_type: { type: 'LIST' }, repetition_type: 'REQUIRED' });
    const nullable = columns.filter((column) => column.repetition_type === 'OPTIONAL');
    expect(nullable.map(({ name }) => name)).toEqual([
      'stopLoss',
      'takeProfit',
      'rMultiple',
      'positionId',
      'secondLook',
    ]);
    expect(named('positionId')).toMatchObject({ type: 'BYTE_ARRAY', logical_type: { type: 'STRING' } });
  });

  it('keeps nulls, empty lists, empty text, extreme numbers and text in any script', async () => {
    const trades = tradesOf(
      6,
      (i) =>
        [
          { stopLoss: null, takeProfit: null, rMultiple: null, tags: [], givenCosts: [], note: '' },
          { note: '取引 😀 "=1+1",\r\n\t', tags: ['ё', '👩‍👩‍👧', ''] },
          { qty: 5e-324, entryPrice: 1.7976931348623157e308, plNet: -0.1 },
          { stopLoss: 0, rMultiple: -1, feesPaid: 0.1 + 0.2 },
          { entryTime: 1, exitTime: 8_640_000_000_000_000 },
          {},
        ][i]!,
    );
    const { buffer } = await write(trades);
    expect(await parquetReadObjects({ file: buffer })).toEqual(trades.map(read));
  });

  it('has the same bytes for any size of the pages', async () => {
    const trades = tradesOf(PARQUET_GROUP_ROWS + 10);
    const whole = Buffer.from((await write(trades, trades.length)).buffer);
    for (const rows of [7, 1_000, PARQUET_GROUP_ROWS])
      expect(whole.equals(Buffer.from((await write(trades, rows)).buffer))).toBe(true);
  });

  it('holds the trades of at most one row group in memory, and sends each row group at once', async () => {
    const count = 4 * PARQUET_GROUP_ROWS + 1;
    const { buffer, parts, maxHeld, heldAtEnd } = await write(tradesOf(count));
    expect(await groupRows(buffer)).toEqual([...Array.from({ length: 4 }, () => PARQUET_GROUP_ROWS), 1]);
    expect(maxHeld).toBeLessThan(PARQUET_GROUP_ROWS);
    expect(heldAtEnd).toBe(0);
    // The first part contains only the magic number, because the first page completes no row group.
    const complete = parts.flatMap(({ length }, page) => (length > 4 ? [page] : []));
    expect(complete).toEqual([4, 9, 14, 19, parts.length - 1]);
  });

  it('has shorter row groups if trades have long notes', async () => {
    const { buffer } = await write(
      tradesOf(3_000, (i) => ({ note: `${i} ${'x'.repeat(4_000)}` })),
      250,
    );
    const rows = await groupRows(buffer);
    expect(rows.reduce((sum, count) => sum + count, 0)).toBe(3_000);
    expect(Math.max(...rows)).toBeLessThan(1_000);
  });

  it('lets other work run between two columns of a row group', async () => {
    const file = new ParquetFile();
    const trades = tradesOf(PARQUET_GROUP_ROWS);
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await file.add({ count: trades.length, trade: (index) => trades[index]! });
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(EXPORT_COLUMNS.length);
  });
});
