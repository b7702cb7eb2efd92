import { aFreqtradeTrade, aRun, freqtradeResult } from '../../../test/support/run-files.js';
import { lines, refusal } from '../../../test/support/trade-files.js';
import { zip } from '../../../test/support/zip.js';
import type { ImportOptions } from './formats/import-options.js';

const LONGEST = 200;
const LONGEST_REASON = 255;
const ZONED = { timezone: 'UTC', symbol: 'BTCUSDT' } as const;

type Case = [
  what: string,
  longest: number,
  file: (name: string) => string,
  field: RegExp,
  options?: ImportOptions,
];

const CSV = 'symbol,side,qty,entryTime,entryPrice,exitTime,exitPrice';
const ROW = 'BTCUSDT,long,0.5,2023-04-01T00:00:00Z,28400,2023-04-01T01:00:00Z,28650';
const TRADING_VIEW = 'Trade #,Type,Date and time,Signal,Price USDT,Size (qty),Net PnL USDT';
const META_TRADER =
  'Time;Position;Symbol;Type;Volume;Price;S / L;T / P;Time;Price;Commission;Swap;Profit;Comment';
const BACKTESTING =
  ',Size,EntryBar,ExitBar,EntryPrice,ExitPrice,SL,TP,PnL,Commission,ReturnPct,EntryTime,ExitTime,Duration,Tag';
const LEAN = 'Entry Time,Symbols,Exit Time,Direction,Entry Price,Exit Price,Quantity,P&L,Fees,MAE,MFE';

const run = (trade: object, fields: object = {}) =>
  freqtradeResult({ A: aRun({ trades: [aFreqtradeTrade({ ...trade })], ...fields }) });

/** Every name that a file can contain. */
const CASES: readonly Case[] = [
  ['symbol of a csv', LONGEST, (name) => lines(CSV, ROW.replace('BTCUSDT', name)), /^lines\[2\]\.symbol: /],
  ['column of a csv', LONGEST, (name) => lines(`${CSV},${name}`, `${ROW},1`), /^TradeFileError: file /],
  [
    'signal of TradingView',
    LONGEST_REASON,
    (name) =>
      lines(
        TRADING_VIEW,
        `1,Entry long,2025-01-16 09:30,${name},100,2,20`,
        '1,Exit long,2025-01-16 16:00,X,110,2,20',
      ),
    /^lines\[\d\]\.tags: /,
    ZONED,
  ],
  [
    'tag of backtesting.py',
    LONGEST_REASON,
    (name) => lines(BACKTESTING, `0,2,1,2,100,101,,,1.7,0.3,0.01,2024-01-02,2024-01-03,1 days,${name}`),
    /^lines\[2\]\.tags: /,
    ZONED,
  ],
  [
    'symbol of MetaTrader 5',
    LONGEST,
    (name) =>
      lines(
        META_TRADER,
        `2025.11.14 03:42:08;2;${name};buy;0.10;100.00;;;2025.11.14 05:00:00;101.00;0;0;10;`,
      ),
    /^lines\[2\]\.symbol: /,
    ZONED,
  ],
  [
    'symbol of LEAN',
    LONGEST,
    (name) => lines(LEAN, `2024-01-02T14:31:00Z,${name},2024-01-02T15:31:00Z,Long,470.1,471.1,100,100,2,0,0`),
    /^lines\[2\]\.symbol: /,
  ],
  ['pair of freqtrade', LONGEST, (name) => run({ pair: name }), /^trades\[0\]\.symbol: /],
  ['entry tag of freqtrade', LONGEST_REASON, (name) => run({ enter_tag: name }), /^trades\[0\]\.tags: /],
  ['exit reason of freqtrade', LONGEST_REASON, (name) => run({ exit_reason: name }), /^trades\[0\]\.tags: /],
  [
    'strategy of freqtrade',
    LONGEST,
    (name) => run({}, { strategy_name: name }),
    /^TradeFileError: file has a strategy /,
  ],
];

describe.each(CASES)('the %s', (_, longest, file, field, options) => {
  it.each([longest + 1, 100_000])(
    'is refused with %s characters, and shortened in the message',
    async (length) => {
      const message = await refusal(file('N'.repeat(length)), options);
      expect(message).toMatch(field);
      expect(message).toContain(`${longest} characters`);
      expect(message.length).toBeLessThan(400);
    },
  );

  it('is not too long at the limit', async () =>
    expect(await refusal(file('N'.repeat(longest)), options)).not.toContain('characters, not'));
});

it('the name of a strategy among several is refused with 201 characters', async () => {
  const name = 'S'.repeat(LONGEST + 1);
  const text = freqtradeResult({ [name]: { ...aRun(), strategy_name: undefined } });
  expect(await refusal(text)).toMatch(/^TradeFileError: file has a strategy whose name has more than 200/);
});

describe('the name of a member of a zip', () => {
  const csv = lines(CSV, ROW);
  const zipOf = (length: number) => zip({ name: `${'_'.repeat(length - 4)}.csv`, text: csv });

  it('is not too long with 255 bytes', async () => expect(await refusal(zipOf(255))).toBe('not refused'));

  it.each([256, 65_000])('is refused with %s bytes, and shortened in the message', async (length) => {
    const message = await refusal(zipOf(length));
    expect(message).toMatch(/^TradeFileError: file .* in the zip has a name of more than 255 bytes$/);
    expect(message.length).toBeLessThan(400);
  });

  it('is refused if the names of 990 members are nested in each other and too long', async () => {
    const nested = Array.from({ length: 990 }, (_, i) => ({ name: `a${'_a'.repeat(i)}.json`, text: '{}' }));
    expect(await refusal(zip(...nested))).toMatch(/has a name of more than 255 bytes$/);
  });
});
