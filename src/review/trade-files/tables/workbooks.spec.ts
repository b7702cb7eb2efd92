import { lines, readTrades, refusal } from '../../../../test/support/trade-files.js';
import { type Cell, type Sheet, workbook } from '../../../../test/support/workbook.js';

const HEADER = ['symbol', 'side', 'qty', 'entry time', 'entry price', 'exit time', 'exit price', 'note'];
const at = (hour: number) => new Date(Date.UTC(2025, 0, 1, hour));
const ROW: Cell[] = ['BTCUSDT', 'long', 0.5, at(10), 100, at(11), 110.1];
const sheet = (rows: readonly (readonly Cell[])[], name = 'Trades', state = ''): Sheet => ({
  name,
  rows,
  state,
});

/** Reads the notes of the rows of a sheet. */
async function notesOf(cells: readonly Cell[], options: Parameters<typeof workbook>[1] = {}) {
  const rows = cells.map((cell) => [...ROW, cell]);
  const { trades } = await readTrades(workbook([sheet([HEADER, ...rows])], options), { timezone: 'UTC' });
  return trades.map(({ note }) => note);
}

const TRADINGVIEW = [
  'Trade #',
  'Type',
  'Date and time',
  'Signal',
  'Price USD',
  'Position size (qty)',
  'Position size (value)',
  'Net P&L USD',
  'Net P&L %',
];
const TRADINGVIEW_SHEETS = [
  sheet(
    [
      ['', 'All USD', 'All %'],
      ['Net profit', 10, 0.01],
    ],
    'Performance',
  ),
  sheet(
    [
      ['', 'All USD', 'All %'],
      ['Total trades', 1],
    ],
    'Trades analysis',
  ),
  sheet(
    [
      TRADINGVIEW,
      [1, 'Exit long', at(12), 'TP', 110, 1, 100, 10, 0.1],
      [1, 'Entry long', at(10), 'in', 100, 1, 100, 10, 0.1],
    ],
    'List of trades',
  ),
  sheet(
    [
      ['name', 'value'],
      ['Symbol', 'BITSTAMP:BTCUSD'],
    ],
    'Properties',
  ),
];

describe('a workbook', () => {
  it('of TradingView is read from its list of trades, like the csv', async () => {
    const options = { timezone: 'UTC', symbol: 'BTCUSD' };
    const { trades, source, rowsAre } = await readTrades(workbook(TRADINGVIEW_SHEETS), options);
    const csv = await readTrades(
      lines(
        TRADINGVIEW.join(','),
        '1,Exit long,2025-01-01 12:00:00,TP,110,1,100,10,0.1',
        '1,Entry long,2025-01-01 10:00:00,in,100,1,100,10,0.1',
      ),
      options,
    );
    expect([source, rowsAre]).toEqual(['tradingview', 'rows']);
    expect(trades).toEqual(csv.trades);
  });

  it('of TopstepX is read, with times that are texts with an offset', async () => {
    const file = workbook([
      sheet([
        'Id,ContractName,EnteredAt,ExitedAt,EntryPrice,ExitPrice,Fees,PnL,Size,Type,TradeDay,TradeDuration'.split(
          ',',
        ),
        [
          1,
          'MNQM5',
          '05/06/2025 22:04:12 -04:00',
          '05/06/2025 23:26:09 -04:00',
          20_029,
          20_012,
          0.74,
          -34,
          1,
          'Long',
        ],
        [
          2,
          'MNQM5',
          '05/07/2025 09:35:00 -04:00',
          '05/07/2025 09:40:00 -04:00',
          20_000,
          20_025,
          1.48,
          100,
          2,
          'Long',
        ],
      ]),
    ]);
    const { trades, proofs } = await readTrades(file, { dateOrder: 'mdy' });
    expect(trades).toMatchObject([
      { symbol: 'MNQM5', feesPaid: 0.74, pointValue: 2 },
      { feesPaid: 1.48, pointValue: 2 },
    ]);
    expect(proofs).toMatchObject([{ meaning: 'gross', rows: 2, agree: 2 }]);
  });

  it('has numbers in their shortest form, and dates by their style, since 1900 or 1904', async () => {
    for (const is1904 of [false, true]) {
      const file = workbook(
        [sheet([HEADER, [...ROW.slice(0, 6), { xml: '<c><v>110.10000000000001</v></c>' }]])],
        {
          is1904,
        },
      );
      const { trades } = await readTrades(file, { timezone: 'UTC' });
      expect(trades).toMatchObject([
        { exitPrice: 110.1, entryTime: at(10).getTime(), exitTime: at(11).getTime() },
      ]);
    }
  });

  it('has texts of every kind', async () => {
    const cells: Cell[] = [
      'shared & <b>',
      { xml: '<c t="inlineStr"><is><r><t>rich </t></r><r><t xml:space="preserve">text</t></r></is></c>' },
      { xml: '<c t="str"><f>A1&amp;"x"</f><v>stored</v></c>' },
      { xml: '<c><f>1+1</f><v>2</v></c>' },
      true,
      { xml: '<c t="b"><v>0</v></c>' },
      { xml: '<c t="e"><v>#N/A</v></c>' },
      { xml: '<c t="d"><v>2025-01-01T10:00:00</v></c>' },
      { xml: '<c s="2"><v>45658.5</v></c>' },
      {
        xml: '<c t="inlineStr"><is><t>a_x000D_b<![CDATA[<c>]]></t><rPh sb="0" eb="1"><t>aid</t></rPh></is></c>',
      },
      null,
    ];
    expect(await notesOf(cells)).toEqual([
      'shared & <b>',
      'rich text',
      'stored',
      '2',
      'TRUE',
      'FALSE',
      undefined,
      '2025-01-01 10:00:00',
      '2025-01-01 12:00:00',
      'a b<c>',
      undefined,
    ]);
  });

  it('may have cells without references, gaps, prefixes, and rows without cells', async () => {
    const cell = (text: string) => `<x:c t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c>`;
    const header = HEADER.slice(0, 7).map(cell).join('');
    const row = ['', 'long', '1', '2025-01-01 10:00', '100', '2025-01-01 11:00', '110'];
    const text = `<x:worksheet><x:sheetData><x:row>${header}</x:row><x:row/><x:row r="9">${row
      .map((value, i) => (value === '' ? '' : cell(value).replace('<x:c', `<x:c r="${'ABCDEFG'[i]}9"`)))
      .join('')}</x:row></x:sheetData></x:worksheet>`;
    const file = workbook([sheet([])], { others: [{ name: 'xl/worksheets/sheet1.xml', text }] });
    const { trades } = await readTrades(file, { timezone: 'UTC', symbol: 'ABC' });
    expect(trades).toMatchObject([{ row: 9, symbol: 'ABC', qty: 1 }]);
  });

  it('is read from the first visible sheet with a known header, and from no other', async () => {
    const named = (symbol: string) => [HEADER, [symbol, ...ROW.slice(1)]];
    const file = workbook([
      sheet(named('HIDDEN'), 'a', 'hidden'),
      sheet(named('VERYHIDDEN'), 'b', 'veryHidden'),
      sheet([], 'c'),
      sheet([['Notes']], 'd'),
      sheet(named('FIRST'), 'e'),
      sheet(named('SECOND'), 'f'),
    ]);
    const { trades } = await readTrades(file, { timezone: 'UTC' });
    expect(trades.map(({ symbol }) => symbol)).toEqual(['FIRST']);
  });

  it('names the sheet in problems, and in the reasons of skipped rows', async () => {
    const open = ['BTCUSDT', 'long', 1, at(10), 100];
    const wrong = ['BTCUSDT', 'up', 1, at(10), 100, at(11), 110];
    const file = workbook([sheet([HEADER, open, wrong], 'My "trades"')]);
    const { problems, skipped } = await readTrades(file, { timezone: 'UTC' });
    expect(skipped).toEqual([{ row: 2, reason: 'the trade is open (sheet "My \\"trades\\"")' }]);
    expect(problems).toEqual([
      { field: 'rows[3].side', message: 'must be long or short, not "up" (sheet "My \\"trades\\"")' },
    ]);
  });

  it('with money that disagrees names the row', async () => {
    const header = [...HEADER.slice(0, 7), 'net profit'];
    const row = (profit: number) => ['ABC', 'long', 1, at(10), 100, at(11), 110, profit];
    const { unclear } = await readTrades(workbook([sheet([header, row(10), row(-20)])]), { timezone: 'UTC' });
    expect(unclear!.details).toEqual([
      {
        field: 'rows[3].profit',
        message:
          'disagrees with the prices; row 3: long, the price rose by 10, but column net profit says −20 (sheet "Trades")',
      },
    ]);
  });
});

describe('a workbook without a known header', () => {
  it('is refused with the reader and the sheet that fit best', async () => {
    const file = workbook([
      sheet([['Date', 'Equity']], 'Curve'),
      sheet([HEADER.slice(0, 6)], 'Nearly'),
      sheet([HEADER.slice(0, 4)], 'Half'),
    ]);
    expect(await refusal(file)).toMatch(
      /^TradeFileError: file has no header that is known\. The reader that fits best is csv\. Columns found: side, qty, entry time, entry price, exit time; missing: exitPrice \(or closeprice, .*\) \(sheet "Nearly"\)$/,
    );
  });

  it('without a row, or without a visible sheet, says so', async () => {
    expect(await refusal(workbook([sheet([])]))).toBe('TradeFileError: file holds no rows');
    expect(await refusal(workbook([sheet([HEADER, ROW], 'a', 'hidden')]))).toBe(
      'TradeFileError: file is a workbook without a visible sheet',
    );
  });

  it('says which row is a header of a reader that needs it first', async () => {
    const header = 'Entry Time,Symbols,Exit Time,Direction,Entry Price,Exit Price,Quantity,P&L,Fees'.split(
      ',',
    );
    expect(await refusal(workbook([sheet([['Trades'], header])]))).toBe(
      'TradeFileError: file has no header that is known in its first row; row 2 is the header of the reader lean: remove the rows before it (sheet "Trades")',
    );
  });

  it('is refused if the source writes JSON', async () => {
    expect(await refusal(workbook([sheet([HEADER, ROW])]), { source: 'freqtrade' })).toBe(
      'TradeFileError: source is freqtrade, which writes JSON, but the file has tables',
    );
  });
});
