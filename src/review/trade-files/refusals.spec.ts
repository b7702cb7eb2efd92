import { lines, refusal } from '../../../test/support/trade-files.js';
import { zip } from '../../../test/support/zip.js';

const latin = (text: string) => Buffer.from(text, 'latin1');

describe('a file of another kind is refused with its name and the way on', () => {
  it.each([
    ['Parquet', latin('PAR1\x15\x04'), /is a Parquet file, which is not read: save its table as csv/],
    [
      'feather',
      latin('ARROW1\0\0'),
      /is a feather file, .*, or save its table as csv; the result of a backtest is the zip/,
    ],
    [
      'feather, version 1',
      latin('FEA1\0\0'),
      /is a feather file, which is not read: convert it with `freqtrade convert-/,
    ],
    [
      'an old workbook',
      latin('\xd0\xcf\x11\xe0\xa1\xb1'),
      /is an old Excel workbook \(xls\), which is not read: save it as xlsx, or save the sheet/,
    ],
    [
      'candles',
      'A comment\nunix,date,symbol,Open,High,Low,Close,Volume BTC\n1643155200000,2022-01-26,BTC/USDT,1,2,1,2,3\n',
      /contains candles, not trades/,
    ],
    ['a PDF', '%PDF-1.7', /is a PDF, which is not read: export the list of trades as csv/],
    ['a database', latin('SQLite format 3\0'), /is a SQLite database/],
    ['gzip', latin('\x1f\x8b\x08\0'), /is compressed with gzip, which is not read: unpack it/],
    [
      'a binary workbook',
      zip({ name: 'xl/workbook.bin', text: '' }),
      /is a binary Excel workbook \(xlsb\), /,
    ],
    ['XML', '<?xml version="1.0"?><Workbook/>', /is an XML report/],
    [
      'hyperopt',
      '{"loss":-1.5,"params_dict":{"a":1},"results_metrics":{}}\n{"loss":0}\n',
      /is a result of hyperopt \(\.fthypt\), which has no trades: run `freqtrade backtesting`/,
    ],
    [
      'hyperopt in another order',
      '{"current_epoch": 1, "params_dict": {"a":1}}\n',
      /is a result of hyperopt \(\.fthypt\)/,
    ],
  ])('%s', async (_, content, expected) => {
    expect(await refusal(content)).toMatch(new RegExp(`^TradeFileError: file ${expected.source}`));
  });

  it('but a csv whose first cell is PAR or a number sign is read as csv', async () => {
    expect(await refusal('PAR,b\n1,2\n')).toMatch(/has no header that is known/);
    expect(await refusal('#,b\n1,2\n')).toMatch(/has no header that is known/);
  });
});

describe('a csv that no reader takes', () => {
  it('names the reader that fits best, the columns found, and all names of the missing ones', async () => {
    const text = lines('Entry Time,Symbols,Exit Time,Direction,Entry Price,Exit Price,Quantity,P&L', 'x');
    // The generic reader needs no profit and no fees, but does not know the columns of LEAN any better.
    expect(await refusal(text, { source: 'lean' })).toBe(
      'TradeFileError: file has no header that is known. The reader that fits best is lean. Columns found: Entry Time, Symbols, Exit Time, Direction, Entry Price, Exit Price, Quantity, P&L; missing: Fees',
    );
  });

  it('names the generic reader for the csv of any program', async () => {
    const text = lines('When,Direction,Size,Open Price,Close Price,Close Time', 'x');
    const message = await refusal(text);
    expect(message).toMatch(
      /The reader that fits best is csv\. Columns found: Direction, Size, Open Price, Close Time, Close Price; missing: entryTime \(or opentime, entrydate, /,
    );
    expect(message).not.toMatch(/English/);
  });

  it('without columns in common names the columns of the csv of any program', async () => {
    expect(await refusal('Date,Equity\n1,2\n')).toMatch(
      /has no header that is known; it begins with "Date,Equity"\. The reader csv needs the columns side \(or direction, .*\), qty \(or /,
    );
  });

  it('says so if only lines before the header are in the way', async () => {
    const header = 'Entry Time,Symbols,Exit Time,Direction,Entry Price,Exit Price,Quantity,P&L,Fees';
    expect(await refusal(lines('Trades of 2024', header))).toBe(
      'TradeFileError: file has no header that is known in its first line; line 2 is the header of the reader lean: remove the lines before it',
    );
  });

  it('finds the header of a report below other lines', async () => {
    const header = 'Time;Position;Symbol;Type;Volume;Price;S / L;T / P;Time;Price;Commission;Swap';
    expect(await refusal(lines('Trade History Report', 'Name:;A', header))).toMatch(
      /fits best is metatrader5\. Columns found: Position, .*; missing: Profit$/,
    );
  });
});
