import { csvTable } from './csv-table.js';
import type { RawTrade } from './raw-trade.js';

const COLUMNS = {
  entryTime: 'Time',
  exitTime: 'Time',
  qty: ['Size', 'Amount'],
  side: 'Side',
  note: 'Note',
} as const;

const table = csvTable({
  source: 'tool',
  tool: 'Tool',
  traits: { netProfitColumn: 'PnL' },
  columns: COLUMNS,
  optional: ['note'],
  mayBeEmpty: ['qty'],
  empty: /^nan$/,
  endsAt: ([first]) => first === 'end',
  trade(cells, problem) {
    if (cells.side !== 'none') return { ...cells };
    problem('side', 'is none');
    return null;
  },
});

/** Reads rows with cells separated by commas. Returns the trades and the reports of other rows. */
function read(header: string, ...rows: readonly string[]) {
  const trades: RawTrade[] = [];
  const others: unknown[] = [];
  const reader = table.open(header.split(','), {
    trade: (raw) => trades.push(raw),
    skip: (row, reason) => others.push([row, reason]),
    problem: (row, field, message) => others.push([row, field, message]),
    nameOf: String,
    facts: (facts) => others.push(facts),
  });
  for (const [index, row] of rows.entries()) reader?.row({ line: index + 2, cells: row.split(',') });
  return reader && { trades, others };
}

describe('a csv table', () => {
  it('assigns columns with the same name in their order, and accepts other names of a column', () => {
    expect(read('Time,Amount,Side,Time', '1,5,long,2')).toEqual({
      trades: [{ row: 2, entryTime: '1', exitTime: '2', qty: '5', side: 'long' }],
      others: [],
    });
  });

  it.each(['Time,Size,Side', 'Time,Time,Size', 'time,time,size,side'])(
    'does not accept the header %s',
    (header) => {
      expect(read(header)).toBeNull();
    },
  );

  it('requires all columns except optional columns', () => {
    expect(table.fit(['Side '])).toEqual({
      found: ['Side'],
      missing: [['Time'], ['Time'], ['Size', 'Amount']],
    });
  });

  it('skips open trades, and reports empty cells unless they may be empty', () => {
    expect(read('Time,Time,Size,Side', '1,nan,5,long', '1,2,,nan', '1,2,,short')).toEqual({
      trades: [{ row: 4, entryTime: '1', exitTime: '2', side: 'short' }],
      others: [
        [2, 'the trade is open'],
        [3, 'side', 'is empty'],
      ],
    });
  });

  it('returns no trade for a row with a problem', () => {
    expect(read('Time,Time,Size,Side', '1,2,5,none')).toEqual({
      trades: [],
      others: [[2, 'side', 'is none']],
    });
  });

  it('ends before a row that `endsAt` recognises', () => {
    expect(read('Time,Time,Size,Side', 'end', '1,2,5,long')?.trades).toEqual([]);
  });
});
