import { aFreqtradeTrade, aRun, freqtradeResult } from '../../../test/support/run-files.js';
import { lines, refusal } from '../../../test/support/trade-files.js';
import type { ImportOptions } from './formats/import-options.js';

type Cells = Readonly<Record<string, string>>;

interface Format {
  readonly name: string;
  /** A valid value of each column with numbers. */
  readonly cells: Cells;
  /** Columns whose value may be negative or 0. */
  readonly signed: readonly string[];
  /** Columns for which 0 means that there is no price. */
  readonly levels?: readonly string[];
  readonly file: (cells: Cells) => string;
  readonly options?: ImportOptions;
}

const ZONED = { timezone: 'UTC', symbol: 'BTCUSDT', stops: 'initial' } as const;

const FORMATS: readonly Format[] = [
  {
    name: 'csv with named columns',
    cells: {
      qty: '2',
      entryPrice: '100',
      exitPrice: '110',
      stopLoss: '90',
      takeProfit: '120',
      feesPaid: '1',
    },
    signed: ['feesPaid'],
    levels: ['stopLoss', 'takeProfit'],
    file: (cells) =>
      lines(
        `symbol,side,entryTime,exitTime,${Object.keys(cells).join()}`,
        `BTCUSDT,long,2023-04-01T00:00:00Z,2023-04-01T01:00:00Z,${Object.values(cells).join()}`,
      ),
  },
  {
    name: 'TradingView',
    cells: { price: '110', size: '2', profit: '20' },
    signed: ['profit'],
    file: ({ price, size, profit }) =>
      lines(
        'Trade #,Type,Date and time,Signal,Price USDT,Size (qty),Net PnL USDT',
        `1,Entry long,2025-01-16 09:30,L,100,${size},${profit}`,
        `1,Exit long,2025-01-16 16:00,X,${price},${size},${profit}`,
      ),
    options: ZONED,
  },
  {
    name: 'backtesting.py',
    cells: { size: '2', entry: '100', exit: '101', stop: '99', target: '105', profit: '1.7' },
    signed: ['size', 'profit'],
    file: ({ size, entry, exit, stop, target, profit }) =>
      lines(
        ',Size,EntryBar,ExitBar,EntryPrice,ExitPrice,SL,TP,PnL,Commission,ReturnPct,EntryTime,ExitTime,Duration,Tag',
        `0,${size},1,2,${entry},${exit},${stop},${target},${profit},0.3,0.01,2024-01-02,2024-01-03,1 days,`,
      ),
    options: ZONED,
  },
  {
    name: 'MetaTrader 5',
    cells: {
      volume: '0.10',
      entry: '100.00',
      stop: '99',
      target: '101',
      exit: '101.00',
      fee: '0.5',
      swap: '0',
      profit: '10',
    },
    signed: ['stop', 'target', 'fee', 'swap', 'profit'],
    file: ({ volume, entry, stop, target, exit, fee, swap, profit }) =>
      lines(
        'Time;Position;Symbol;Type;Volume;Price;S / L;T / P;Time;Price;Commission;Swap;Profit;',
        `2025.11.14 03:42:08;2;XAUUSD;buy;${volume};${entry};${stop};${target};2025.11.14 05:00:00;${exit};${fee};${swap};${profit};`,
      ),
    options: ZONED,
  },
  {
    name: 'LEAN',
    cells: { entry: '470.10', exit: '471.10', size: '100', profit: '100', fee: '2' },
    signed: ['profit', 'fee'],
    file: ({ entry, exit, size, profit, fee }) =>
      lines(
        'Entry Time,Symbols,Exit Time,Direction,Entry Price,Exit Price,Quantity,P&L,Fees,MAE,MFE',
        `2024-01-02T14:31:00Z,SPY,2024-01-02T15:31:00Z,Long,${entry},${exit},${size},${profit},${fee},0,0`,
      ),
  },
  {
    name: 'freqtrade',
    cells: {
      amount: '1',
      open_rate: '100',
      close_rate: '110',
      profit_abs: '9.79',
      initial_stop_loss_abs: '90',
    },
    signed: ['profit_abs', 'initial_stop_loss_abs'],
    file: (cells) => {
      // The numbers are written as they are, because JSON.stringify writes 1e308 and 1e-400 in another way.
      const marked = Object.fromEntries(Object.keys(cells).map((field) => [field, `#${field}#`]));
      const text = freqtradeResult({ A: aRun({ trades: [aFreqtradeTrade(marked)] }) });
      return text.replaceAll(/"#(\w+)#"/g, (_, field: string) => cells[field]!);
    },
  },
];

/** Numbers that no quantity, price, stop and target may have. */
const OUTSIDE = ['1e308', '1e400', '-1e308', '1e13', '1e-400', '0', '-0', '9'.repeat(400)];
/** Numbers that no profit and no fee may have either. */
const NEVER = ['1e308', '1e400', '-1e308', '9'.repeat(400)];

describe.each(FORMATS)('a file of $name', ({ cells, signed, levels = [], file, options }) => {
  it('is accepted with valid numbers', async () =>
    expect(await refusal(file(cells), options)).toBe('not refused'));

  const cases = Object.keys(cells).flatMap((column) =>
    (signed.includes(column) ? NEVER : OUTSIDE)
      .filter((value) => Number(value) !== 0 || !levels.includes(column) || value.includes('e'))
      .map((value) => [column, value] as const),
  );
  it.each(cases)('is refused, with its row, if %s is %s', async (column, value) => {
    const message = await refusal(file({ ...cells, [column]: value }), options);
    expect(message).toMatch(/^(?:lines|trades)\[\d+\]\.\w+: /);
    expect(message.length).toBeLessThan(1_000);
  });

  const small = signed.flatMap((column) =>
    ['1e-400', '1e-320', '-0', '0'].map((value) => [column, value] as const),
  );
  it.each(small)('causes no failure if %s is %s', async (column, value) =>
    expect(await refusal(file({ ...cells, [column]: value }), options)).toMatch(
      /^(?:not refused$|(?:lines|trades)\[\d+\]\.\w+: )/,
    ),
  );
});
