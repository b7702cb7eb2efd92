import { type Case, full, manyFields } from './hostile-bodies.js';
import { aFreqtradeTrade, aRun, freqtradeResult } from './run-files.js';
import { zip } from './zip.js';

export const IMPORT = 'post /sessions/{id}/trades/import';
export const RUN = 'post /projects/{id}/import';
export const PREVIEW = 'post /imports/preview';
export const CANDLES = 'post /candles/import';

/**
 * Size of most files, in bytes. The maximum size is higher, but files of this size are already large enough to reach
 * the check that refuses them.
 */
const FILE = 8 * 2 ** 20;
/** Size of the largest files, in bytes: nearly the limit. */
const LARGE = 60 * 2 ** 20;
/** A length just below the maximum length of a csv row and of a JSON trade. */
const LONG = 249_000;
const LONG_JSON = 990_000;
/**
 * A length just below the length at which a cell is cut. The service parses several such cells in one turn of the event
 * loop.
 */
const CELL = 9_980;

const HEADER = 'symbol,side,qty,entryTime,entryPrice,exitTime,exitPrice,note,tags\n';
/** Returns rows in which one cell is replaced. */
const rowsWith = (cell: Readonly<Record<string, string>>, count = 3) => {
  const row = {
    symbol: 'BTCUSDT',
    side: 'long',
    qty: '1',
    entryTime: '2023-04-01T00:00:00Z',
    entryPrice: '28400',
    exitTime: '2023-04-01T01:00:00Z',
    exitPrice: '28650',
    note: '',
    tags: '',
  };
  return HEADER + `${Object.values({ ...row, ...cell }).join()}\n`.repeat(count);
};
/** Rows without a header in which some cells are replaced. */
const rowsOf = (count: number, cells: (i: number) => Readonly<Record<string, string>>): string =>
  Array.from({ length: count }, (_, i) => rowsWith(cells(i), 1).slice(HEADER.length)).join('');
/** The columns of the table of positions in a report of MetaTrader. The table has no rows. */
const POSITIONS = 'Time;Position;Symbol;Type;Volume;Price;S / L;T / P;Time;Price;Commission;Swap;Profit;\n';
const quoted = (text: string) => HEADER + `"${text}"\n`.repeat(3);
const jsonLines = (value: string) => `{"clientId":${value}}\n`.repeat(3);
/** A trade in the format of our own export. */
const EXPORTED = JSON.stringify({
  clientId: 'a',
  symbol: 'BTCUSDT',
  side: 'long',
  qty: 1,
  entryPrice: 28_400,
  entryTime: 1_680_307_200_000,
  exitPrice: 28_650,
  exitTime: 1_680_310_800_000,
});
const CELLS = 'VALIDATION_FAILED lines[2].cells';

const candleTimes = (count: number) =>
  Array.from({ length: count }, (_, i) => 1_700_000_000_000 - i * 60_000 - 20_000_000);
const candlesText = (count: number) =>
  `ts,open,high,low,close,volume\n${candleTimes(count)
    .map((ts) => `${ts - (ts % 60_000)},1,1,1,1,1`)
    .join('\n')}`;
const datedCandlesText = (count: number) =>
  `date,open,high,low,close\n${candleTimes(count)
    .map((ts) => `${new Date(ts - (ts % 60_000)).toISOString()},1,1,1,1`)
    .join('\n')}`;

/** Files that are costly to read. */
export const FILES: readonly Case[] = [
  ['one line', IMPORT, () => 'x'.repeat(FILE), 'VALIDATION_FAILED file'],
  ['one line', PREVIEW, () => 'x'.repeat(FILE), 'VALIDATION_FAILED file'],
  ['one line', CANDLES, () => 'x'.repeat(FILE), 'VALIDATION_FAILED file'],
  ['headers of many columns', CANDLES, () => `${'o,'.repeat(16_000)}\n`.repeat(12), 'VALIDATION_FAILED file'],
  ['empty lines', CANDLES, () => '\n'.repeat(FILE), 'VALIDATION_FAILED file'],
  ['an open bracket', CANDLES, () => `[${' '.repeat(FILE)}`, 'VALIDATION_FAILED file'],
  ['many candles, newest first', CANDLES, () => candlesText(800_000), '200'],
  ['many candles with dates', CANDLES, () => datedCandlesText(300_000), '200'],
  ['a header of a million columns', IMPORT, () => 'a,'.repeat(1e6), 'VALIDATION_FAILED file'],
  ['a header of 249,000 columns', IMPORT, () => `${','.repeat(LONG)}\n`, 'VALIDATION_FAILED file'],
  ['a header of parentheses', IMPORT, () => `${'('.repeat(60_000)},${HEADER}`, 'VALIDATION_FAILED file'],
  ['a cell that never ends', IMPORT, () => `${HEADER}"${'\n'.repeat(FILE)}`, 'VALIDATION_FAILED file'],
  [
    'cells of line breaks',
    IMPORT,
    () => quoted('\n'.repeat(LONG)),
    `VALIDATION_FAILED lines[${LONG + 2}].cells`,
  ],
  ['cells of quotes', IMPORT, () => quoted('""'.repeat(LONG / 2)), CELLS],
  ['cells of delimiters', IMPORT, () => quoted(','.repeat(LONG)), CELLS],
  ['empty lines', IMPORT, () => HEADER + '\n'.repeat(LARGE), '200'],
  ['lines of blanks', IMPORT, () => HEADER + ' \r\n'.repeat(LARGE / 3), '200'],
  [
    'quoted rows between empty lines',
    IMPORT,
    () => HEADER + `"a"${'\n'.repeat(8_000)}`.repeat(LARGE / 8_003),
    CELLS,
  ],
  ['short lines', IMPORT, () => HEADER + 'a\n'.repeat(FILE / 2), CELLS],
  ['quotes', IMPORT, () => '"'.repeat(FILE), 'VALIDATION_FAILED file'],
  // A regular expression that tries every way to split such a text would take seconds for each of these files.
  ...(
    [
      ['blanks in a number', { qty: `1${' '.repeat(CELL)}1` }, 'qty'],
      ['digits before a letter', { qty: `${'1'.repeat(CELL)}x` }, 'qty'],
      ['blanks in a time', { entryTime: `2023-04-01 00:00${' '.repeat(CELL)}x` }, 'entryTime'],
    ] as const
  ).map(([what, cell, field]): Case => [
    what,
    IMPORT,
    () => rowsWith(cell, 12),
    `VALIDATION_FAILED lines[2].${field}`,
  ]),
  [
    'long numbers',
    IMPORT,
    () => rowsWith({ qty: '"' + '1,111'.repeat(LONG / 5) + '"' }),
    'VALIDATION_FAILED lines[2].qty',
  ],
  [
    'long symbols',
    IMPORT,
    () => rowsWith({ symbol: 'a'.repeat(LONG - 200) }),
    'VALIDATION_FAILED lines[2].symbol',
  ],
  [
    'long notes',
    IMPORT,
    () => rowsWith({ note: 'é'.repeat(LONG / 2 - 200) }),
    'VALIDATION_FAILED lines[2].note',
  ],
  [
    'many tags',
    IMPORT,
    () => rowsWith({ tags: 'a;'.repeat(LONG / 2 - 200) }),
    'VALIDATION_FAILED lines[2].tags',
  ],
  ['100,000 equal trades', IMPORT, () => rowsWith({}, 100_000), '200'],
  ['ndjson of one line', IMPORT, () => `{"clientId":"${'x'.repeat(FILE)}`, 'VALIDATION_FAILED file'],
  [
    'ndjson of deep lines',
    IMPORT,
    () => jsonLines('['.repeat(LONG_JSON / 2) + ']'.repeat(LONG_JSON / 2)),
    'VALIDATION_FAILED trades[0].clientId',
  ],
  [
    'ndjson of lines with empty objects',
    IMPORT,
    () => jsonLines(`[${'{},'.repeat(LONG_JSON / 3 - 20)}{}]`),
    'VALIDATION_FAILED trades[0].clientId',
  ],
  [
    'ndjson of lines with many fields',
    IMPORT,
    () => jsonLines(manyFields('{', '}', LONG_JSON)),
    'VALIDATION_FAILED trades[0].clientId',
  ],
  ['JSON of brackets', IMPORT, () => '['.repeat(FILE), 'VALIDATION_FAILED file'],
  [
    'JSON of one value',
    IMPORT,
    () => `{"strategy":{"A":{"trades":["${'x'.repeat(FILE)}`,
    'VALIDATION_FAILED file',
  ],
  ['JSON of many names', IMPORT, () => manyFields('{', '}', FILE), 'VALIDATION_FAILED file'],
  [
    'JSON of large trades',
    IMPORT,
    () => `{"strategy":{"A":{"trades":[${full('[', () => '{}', ']', LONG_JSON)}]}}}`,
    'VALIDATION_FAILED trades[0].',
  ],
  [
    'a zip of line breaks',
    IMPORT,
    () => zip({ name: 'a.csv', text: HEADER + '\n'.repeat(LARGE) }),
    'VALIDATION_FAILED file',
  ],
  ['ndjson of line breaks', IMPORT, () => `${EXPORTED}\n${'\n'.repeat(LARGE)}`, '200'],
  ['a zip without an end', IMPORT, () => 'PK\x03\x04'.repeat(FILE / 4), 'VALIDATION_FAILED file'],
  ['a run of many names', RUN, () => `{"strategy":{"A":${manyFields('{', '}', FILE)}}}`, '200'],
  [
    'a run whose facts are lists',
    RUN,
    () => `{"strategy":{"A":{"starting_balance":${full('[', () => '[]', ']', FILE)},"trades":[]}}}`,
    '200',
  ],
  [
    'a run whose strategy has a long name',
    RUN,
    () => `{"strategy":{"A":{"strategy_name":"${'x'.repeat(LONG_JSON)}","trades":[]}}}`,
    'VALIDATION_FAILED file',
  ],
  ...(['pair', 'enter_tag', 'exit_reason'] as const).map((field): Case => [
    `a run with long names: ${field}`,
    RUN,
    () =>
      freqtradeResult({ A: aRun({ trades: [aFreqtradeTrade({ [field]: `BTCUSDT${'/'.repeat(LONG)}` })] }) }),
    `VALIDATION_FAILED trades[0].${field === 'pair' ? 'symbol' : 'tags'}`,
  ]),
  [
    'a zip member with a long name',
    RUN,
    () => zip({ name: `${'_'.repeat(65_000)}.json`, text: '{}' }),
    'VALIDATION_FAILED file',
  ],
  [
    'zip members with nested names',
    RUN,
    () =>
      zip(...Array.from({ length: 990 }, (_, i) => ({ name: `a${'_a'.repeat(i % 120)}.json`, text: '{}' }))),
    'VALIDATION_FAILED file',
  ],
  [
    'a zip with the parameters of 990 strategies',
    RUN,
    () => {
      const names = Array.from({ length: 990 }, (_, i) => `S${i}`);
      const text = `{"a":"${'b'.repeat(60)}"}`.padEnd(65_000, 'cdefghij');
      return zip(
        {
          name: 'result.json',
          text: freqtradeResult(Object.fromEntries(names.map((name) => [name, aRun()]))),
        },
        ...names.map((name) => ({ name: `result_${name}.json`, text })),
      );
    },
    'VALIDATION_FAILED strategyName',
  ],
  [
    'many strategies',
    RUN,
    () => `{"strategy":${full('{', (i) => `"s${i}":{"trades":[]}`, '}', FILE)}}`,
    'VALIDATION_FAILED strategyName',
  ],
  [
    'trades of many markets',
    RUN,
    () => HEADER + rowsOf(100_000, (i) => ({ symbol: `S${i}` })),
    'VALIDATION_FAILED file',
  ],
  [
    'names that become one',
    RUN,
    () => HEADER + rowsOf(100_000, (i) => ({ symbol: `${'!'.repeat(i % 198)}ES` })),
    'VALIDATION_FAILED symbol',
  ],
  [
    'rows without an offset',
    RUN,
    () => HEADER + rowsOf(100_000, () => ({ entryTime: '01.04.2023 00:00', exitTime: '01.04.2023 01:00' })),
    'VALIDATION_FAILED timezone',
  ],
  [
    'a report with many rows after its positions',
    RUN,
    () => `${POSITIONS}Deals;;\n${'a:;balance;1\n'.repeat(FILE / 12)}`,
    '200',
  ],
];
