import { lines, readTrades, refusal } from '../../../test/support/trade-files.js';
import { zip } from '../../../test/support/zip.js';
import { derivedFigures } from '../../shared/figures/derived-figures.js';
import type { ImportedTrade } from './imported-trade.js';
import { SWITCH_TO_ENGLISH } from './formats/tradingview-language.js';

const COSTS = { spread: 9, slippage: 9, fees: { entryFee: 9, exitFee: 9, type: 'percent' } } as const;
const netOf = (trade: ImportedTrade) =>
  derivedFigures({ ...trade, stopLoss: trade.stopLoss ?? null }, COSTS).plNet;

describe('importing TradingView', () => {
  const OPTIONS = { symbol: 'BTCUSDT', timezone: 'America/New_York' };
  const TIMES = ['2025-01-16 09:30', '2025-01-16 16:00'] as const;
  const pair = (number: number, entry: string, exit: string, profit: string) => [
    `${number},Entry long,${TIMES[0]},Long,${entry},2,${profit}`,
    `${number},Exit long,${TIMES[1]},XL,${exit},2,${profit}`,
  ];
  const HEADER = 'Trade #,Type,Date and time,Signal,Price USDT,Size (qty),Net PnL USDT';

  it.each([
    ['2021', 'Trade #,Type,Signal,Date/Time,Price,Contracts,Profit $,Profit %'],
    ['2024', 'Trade #,Type,Signal,Date/Time,Price USD,Contracts,Profit USD,Profit %,Run-up USD,Run-up %'],
    ['2025', 'Trade #,Type,Signal,Date/Time,Price USDT,Position size (qty),Net P&L USDT,Net P&L %'],
    ['2026', 'Trade number,Type,Signal,Date and time,Price USDT,Size (qty),Net PnL USDT,Return %,Commission'],
  ])('accepts %s', async (_, header) => {
    const text = lines(
      `\ufeff${header}`,
      '1,Exit short,XS,2025-01-16 16:00,90,2,19.5,1,1,1',
      '1,Entry short,Short,2025-01-16 09:30,100,2,19.5,1,1,1',
    );
    const { source, trades } = await readTrades(text, OPTIONS);
    expect(source).toBe('tradingview');
    expect(trades).toMatchObject([
      {
        symbol: 'BTCUSDT',
        side: 'short',
        qty: 2,
        entryTime: Date.UTC(2025, 0, 16, 14, 30),
        exitTime: Date.UTC(2025, 0, 16, 21),
        entryPrice: 100,
        exitPrice: 90,
        feesPaid: 0.5, // 2 · 10 − 19.5
        spreadPaid: 0,
        slippagePaid: 0,
        tags: ['enter:Short', 'exit:XS'],
        earlier: { note: 'Entry: Short, Exit: XS' },
      },
    ]);
    expect(trades[0]).not.toHaveProperty('stopLoss');
    expect(trades[0]).not.toHaveProperty('note');
  });

  it('finds the point value despite fees', async () => {
    const text = lines(
      HEADER,
      ...pair(1, '100', '110', '991'),
      ...pair(2, '100', '96', '-409'),
      ...pair(3, '100', '108', '791'),
      ...pair(4, '100', '102', '191'),
    );
    const { trades, previousOf } = await readTrades(text, OPTIONS);
    expect(trades.map(({ qty, pointValue, feesPaid }) => [qty, pointValue, feesPaid])).toEqual([
      [2, 50, 9],
      [2, 50, 9],
      [2, 50, 9],
      [2, 50, 9],
    ]);
    expect(trades.map(netOf)).toEqual([991, -409, 791, 191]);
    const costs = { feesPaid: 9, spreadPaid: 0, slippagePaid: 0 };
    const multiplied = { qty: 100, pointValue: 1, ...costs };
    expect(previousOf(trades[0]!)).toEqual([multiplied, { ...multiplied, note: 'Entry: Long, Exit: XL' }]);
  });

  it('skips open trades', async () => {
    const text = lines(
      HEADER,
      ...pair(1, '100', '110', '20'),
      ...pair(2, '100', '', ''),
      `3,Entry long,${TIMES[0]},Long,100,2,5`,
      `3,Exit long,${TIMES[1]},Open,105,2,5`,
      `4,Entry long,${TIMES[0]},Long,100,2,`,
    );
    const { trades, skipped } = await readTrades(text, OPTIONS);
    expect(trades).toHaveLength(1);
    expect(skipped).toEqual([
      { row: 5, reason: 'the trade is open' },
      { row: 7, reason: "the trade is open, worth 5 USDT; the tool's total includes it" },
      { row: 8, reason: 'the trade is open' },
    ]);
  });

  it('counts a difference of the last printed digit as rounding, where version 1.2 read a fee', async () => {
    const text = lines(HEADER, ...pair(1, '100', '110.00', '20.01'), ...pair(2, '100', '110', '20.02'));
    const { trades, previousOf } = await readTrades(text, OPTIONS);
    expect(trades.map(({ feesPaid }) => feesPaid)).toEqual([0, -0.02]);
    const earlier = trades.map((trade) => previousOf(trade).map(({ feesPaid }) => feesPaid));
    expect(earlier).toEqual([
      [0, -0.01],
      [-0.02, -0.02],
    ]);
  });

  it('generates the same clientId if the number of a trade changes', async () => {
    const one = await readTrades(lines(HEADER, ...pair(1, '100', '110', '20')), OPTIONS);
    const two = await readTrades(
      lines(HEADER, ...pair(1, '99', '110', '22'), ...pair(2, '100', '110', '20')),
      OPTIONS,
    );
    expect(two.trades[1]!.clientId).toBe(one.trades[0]!.clientId);
  });

  it('reports rows that it cannot use', async () => {
    const text = lines(
      HEADER,
      '1,Wejście długie,x,x,1,1,1',
      `2,Exit long,${TIMES[1]},XL,1,1,1`,
      ...Array(2).fill(pair(3, '1', '2', '1')[0]),
    );
    expect((await refusal(text, OPTIONS)).split('\n')).toEqual([
      `lines[2].type: must be Entry long, Entry short, Exit long or Exit short, not "Wejście długie"; ${SWITCH_TO_ENGLISH}`,
      'lines[3].type: is the exit of trade "2", which has no entry',
      'lines[5].type: is a second entry of trade "3"',
    ]);
  });
});

describe('importing backtesting.py', () => {
  const HEADER =
    ',Size,EntryBar,ExitBar,EntryPrice,ExitPrice,SL,TP,PnL,Commission,ReturnPct,EntryTime,ExitTime,Duration,Tag';
  it('reads signed sizes and net profits, but no initial stop', async () => {
    const text = lines(
      HEADER,
      '0,-3,1,2,100.5,99.25,101,,3.25,0.5,0.01,2024-01-02,2024-01-03,1 days,breakout',
      '1,2,1,2,100.0,101.0,nan,105.5,1.7000000000000002,0.3,0.01,2024-01-02 00:00:00+00:00,2024-01-03,1 days,None',
    );
    const { source, trades } = await readTrades(text, { symbol: 'GOOG', timezone: 'UTC' });
    expect(source).toBe('backtesting.py');
    expect(trades).toMatchObject([
      { side: 'short', qty: 3, feesPaid: 0.5, entryTime: Date.UTC(2024, 0, 2), tags: ['enter:breakout'] },
      { side: 'long', qty: 2, feesPaid: 0.3, takeProfit: 105.5, tags: [] },
    ]);
    expect(trades.every((trade) => trade.previous === undefined)).toBe(true);
    expect(trades.map(netOf)).toEqual([3.25, 1.7]);
    expect(trades.every((trade) => trade.stopLoss === undefined)).toBe(true);
  });

  it('reads stops as initial stops if the sender states that they are', async () => {
    const text = lines(
      HEADER,
      '0,-3,1,2,100.5,99.25,101,,3.25,0.5,0.01,2024-01-02,2024-01-03,1 days,',
      '1,2,1,2,100.0,101.0,nan,105.5,1.7,0.3,0.01,2024-01-02,2024-01-03,1 days,',
    );
    const read = (stops: 'initial' | 'unknown') =>
      readTrades(text, { symbol: 'GOOG', timezone: 'UTC', stops });
    const { trades, stops } = await read('initial');
    expect([stops, trades.map(({ stopLoss }) => stopLoss)]).toEqual(['initial', [101, undefined]]);
    expect((await read('unknown')).trades.map(({ stopLoss }) => stopLoss)).toEqual([undefined, undefined]);
  });

  it('accepts a file of an older version', async () => {
    const text = lines(
      'Size,EntryBar,ExitBar,EntryPrice,ExitPrice,PnL,ReturnPct,EntryTime,ExitTime,Duration',
      '1,1,2,100,101,1,0.01,2024-01-02,2024-01-03,1 days',
    );
    expect((await readTrades(text, { symbol: 'GOOG', timezone: 'UTC' })).trades).toMatchObject([
      { qty: 1, feesPaid: 0 },
    ]);
  });
});

describe('importing MetaTrader 5', () => {
  const HEADER = 'Time;Position;Symbol;Type;Volume;Price;S / L;T / P;Time;Price;Commission;Swap;Profit;';
  const REPORT = lines(
    'Trade History Report;;;;;;;;;;;;;',
    'Name:;;;Doe, Jane;;;;;;;;;;',
    'Positions;;;;;;;;;;;;;',
    HEADER,
    '2025.11.13 01:00:00;1;XAUUSD;balance;;;;;;;;;1 000,00;',
    '2025.11.14 03:42:08;2;XAUUSD;buy;0,10;4 182,78;4 190,00;0,00;2025.11.14 05:00:00;4 192,78;- 0,70;- 0,08;100,00;',
    '2025.11.14 03:42:08;3;XAUUSD;sell;0,20;4 182,78;;4 100,00;2025.11.14 05:00:00;4 192,78;- 1,40;0,00;- 200,00;',
    '2025.11.14 06:00:00;4;XAUUSD;sell;0,20;4 182,78;;;;4 192,78;0,00;0,00;- 200,00;',
    ';;;;;;;;;;- 2,10;- 0,08;- 100,00;',
    'Orders;;;;;;;;;;;;;',
    'Open Time;Order;Symbol;Type;Volume;Price;S / L;T / P;Time;State;Comment;;;',
  );

  it('reads quantities in lots, for any number of symbols', async () => {
    const positions = Array.from(
      { length: 150 },
      (_, i) =>
        `2025.11.14 03:42:08;${i};S${i};buy;0,10;4 182,78;;;2025.11.14 05:00:00;4 192,78;0,00;0,00;100,00;`,
    );
    const { trades } = await readTrades(lines('Positions;;;', HEADER, ...positions), { timezone: 'UTC' });
    expect(trades).toHaveLength(150);
    for (const { qty, pointValue, feesPaid } of trades)
      expect([qty, pointValue, feesPaid]).toEqual([0.1, 100, 0]);
  });

  it('finds the positions between other sections, tells columns with the same name apart, and reads quantities as lots', async () => {
    const { source, trades, skipped } = await readTrades(REPORT, { timezone: 'Europe/Athens' });
    expect(source).toBe('metatrader5');
    expect(trades).toMatchObject([
      {
        symbol: 'XAUUSD',
        side: 'long',
        qty: 0.1,
        pointValue: 100,
        entryPrice: 4182.78,
        entryTime: Date.UTC(2025, 10, 14, 1, 42, 8),
        exitPrice: 4192.78,
        exitTime: Date.UTC(2025, 10, 14, 3),
        feesPaid: 0.78,
      },
      { side: 'short', qty: 0.2, pointValue: 100, feesPaid: 1.4, takeProfit: 4100 },
    ]);
    expect(trades.map(netOf)).toEqual([99.22, -201.4]);
    expect(trades.every((trade) => trade.stopLoss === undefined)).toBe(true);
    expect(trades[0]).not.toHaveProperty('takeProfit');
    expect(skipped).toEqual([
      { row: 5, reason: 'is a balance row' },
      { row: 8, reason: 'the trade is open, worth - 200,00' },
      { row: 9, reason: 'is no trade' },
    ]);
  });

  it('takes the number of a position as the positionId', async () => {
    const row = (position: string, exit: string) =>
      `2025.11.14 03:42:08;${position};XAUUSD;buy;0,10;4 182,78;;;${exit};4 192,78;0,00;0,00;100,00;`;
    const rows = [
      row('77', '2025.11.14 05:00:00'),
      row('77', '2025.11.14 06:00:00'),
      row('', '2025.11.14 07:00:00'),
    ];
    const { trades } = await readTrades(lines(HEADER, ...rows), { timezone: 'UTC' });
    expect(trades.map(({ positionId }) => positionId)).toEqual(['77', '77', undefined]);
    expect(new Set(trades.map(({ clientId }) => clientId)).size).toBe(3);
    expect(
      await refusal(lines(HEADER, row('7'.repeat(129), '2025.11.14 05:00:00')), { timezone: 'UTC' }),
    ).toBe('lines[2].positionId: must not have more than 128 characters');
  });

  it('converts each profit if profits are in another currency', async () => {
    const row = (profit: string) =>
      `2025.11.14 03:42:08;2;USDJPY;buy;0,10;150,00;;;2025.11.14 05:00:00;151,00;-0,70;0,00;${profit};`;
    const { trades, proofs, previousOf } = await readTrades(lines(HEADER, row('66,22'), row('67,93')), {
      timezone: 'UTC',
      accountCurrency: 'USD',
    });
    expect(trades.map(({ qty, pointValue, feesPaid }) => [qty, pointValue, feesPaid])).toEqual([
      [0.1, 662.2, 0.7],
      [0.1, 679.3, 0.7],
    ]);
    expect(trades.map(netOf)).toEqual([65.52, 67.23]);
    expect(proofs).toMatchObject([{ symbol: 'USDJPY', model: 'conversion', pointValue: null, agree: 2 }]);
    expect(trades.map((trade) => previousOf(trade)[0]!.qty)).toEqual([66.22, 67.93]);
  });

  it('reads stops as initial stops if the sender states that they are, and reads 0 as no stop', async () => {
    const { trades, stops } = await readTrades(REPORT.replace(';;4 100,00;', ';0,00;4 100,00;'), {
      timezone: 'UTC',
      stops: 'initial',
    });
    expect([stops, trades.map(({ stopLoss }) => stopLoss)]).toEqual(['initial', [4190, undefined]]);
  });

  it('reads an invalid stop only if the sender states that stops are initial', async () => {
    const text = REPORT.replace('4 190,00', '4 190,00,9');
    expect(await refusal(text, { timezone: 'UTC' })).toBe('not refused');
    expect(await refusal(text, { timezone: 'UTC', stops: 'initial' })).toBe(
      'lines[6].stopLoss: must be a number, not "4 190,00,9"',
    );
  });

  it.each([
    ['ema cross', ['enter:ema cross']],
    ['ema cross[sl 4 190.00]', ['enter:ema cross', 'exit:sl']],
    ['grid [3] [TP]', ['enter:grid [3]', 'exit:tp']],
    ['[so 20.0%/10.0]', ['exit:so']],
    ['grid [3]', ['enter:grid [3]']],
    ['[', ['enter:[']],
    [' ', []],
    ['', []],
    ['x'.repeat(50), [`enter:${'x'.repeat(34)}`]],
  ])('reads the tags in the comment "%s"', async (comment, tags) => {
    const text = lines(
      `${HEADER}Comment`,
      `2025.11.14 03:42:08;2;XAUUSD;buy;0,10;100,00;;;2025.11.14 05:00:00;101,00;0,00;0,00;10,00;${comment}`,
    );
    const { trades } = await readTrades(text, { timezone: 'UTC' });
    expect(trades[0]).toMatchObject({ tags });
    expect(trades[0]).not.toHaveProperty('previous');
  });

  it('requires the time zone of the server', async () => {
    expect(await refusal(REPORT)).toMatch(/^TradeFileError: timezone is required/);
  });
});

describe('importing LEAN', () => {
  it('refuses a file with a row before its header', async () => {
    const text = lines(
      'Trades of 2024,,,,,,,,',
      'Entry Time,Symbols,Exit Time,Direction,Entry Price,Exit Price,Quantity,P&L,Fees',
      '2024-01-02T14:31:00Z,SPY,2024-01-02 15:31:00,Long,470.1,471.1,100,100,2',
    );
    expect(await refusal(text)).toMatch(/file has no header that is known/);
  });

  it('reads times as UTC and profits as gross profits', async () => {
    const text = lines(
      'Entry Time,Symbols,Exit Time,Direction,Entry Price,Exit Price,Quantity,P&L,Fees,MAE,MFE',
      '2024-01-02T14:31:00Z,SPY R735QTJ8XC9X,2024-01-02 15:31:00,Long,$470.10,$471.10,100,$100.00,$2.00,0,0',
      '2024-01-02T14:31:00Z,ES Z24,2024-01-02 15:31:00,Short,4700,4701,2,-$100,$4.30,0,0',
    );
    const { source, trades } = await readTrades(text, { timezone: 'Asia/Tokyo' });
    expect(source).toBe('lean');
    expect(trades).toMatchObject([
      {
        symbol: 'SPY',
        side: 'long',
        qty: 100,
        exitTime: Date.UTC(2024, 0, 2, 15, 31),
        feesPaid: 2,
        spreadPaid: 0,
      },
      { symbol: 'ES', side: 'short', qty: 2, pointValue: 50, feesPaid: 4.3 },
    ]);
    expect(trades.map(netOf)).toEqual([98, -104.3]);
  });
});

describe('importing freqtrade', () => {
  const TRADE = {
    pair: 'BTC/USDT:USDT',
    amount: 0.5,
    open_rate: 100,
    close_rate: 90,
    open_timestamp: 1_679_033_940_000,
    close_timestamp: 1_679_098_740_000,
    is_short: true,
    profit_abs: 4.9,
    initial_stop_loss_abs: 110,
    stop_loss_abs: 95,
    exit_reason: 'roi',
    enter_tag: 'signal 2',
  };
  const result = (strategies: Record<string, unknown[]>) =>
    JSON.stringify({
      latest: [[{}]],
      strategy: Object.fromEntries(
        Object.entries(strategies).map(([name, trades]) => [name, { a: [{}], trades, z: 1 }]),
      ),
    });

  it('reads futures, initial stops and tags, and skips open trades', async () => {
    const text = result({ A: [TRADE, { ...TRADE, is_open: true }, { ...TRADE, exit_reason: 'force_exit' }] });
    const { source, trades, skipped, markets } = await readTrades(text);
    expect({ source, skipped, markets }).toEqual({
      source: 'freqtrade',
      skipped: [{ row: 1, reason: 'the trade is open, worth 4.9' }],
      markets: [{ symbol: 'BTCUSDT', feed: undefined, names: ['BTC/USDT:USDT'] }],
    });
    expect(trades).toMatchObject([
      {
        side: 'short',
        qty: 0.5,
        stopLoss: 110,
        feesPaid: 0.1,
        tags: ['enter:signal 2', 'exit:roi'],
        previous: [{ note: 'roi' }],
        row: 0,
      },
      { tags: ['enter:signal 2', 'exit:force_exit'], previous: [{ note: 'force_exit' }], row: 2 },
    ]);
    expect(trades[0]).not.toHaveProperty('note');
    expect(trades[1]!.clientId).toBe(`${trades[0]!.clientId}-2`);
  });

  it('gives a trade that was closed by several orders a positionId', async () => {
    const exit = {
      ft_is_entry: false,
      amount: 0.25,
      safe_price: 90,
      order_filled_timestamp: 1_679_098_740_000,
    };
    const entry = { ...exit, ft_is_entry: true };
    const ofOrders = async (orders: unknown, fields = {}) =>
      (await readTrades(result({ A: [{ ...TRADE, ...fields, orders }] }))).trades[0]!.positionId;
    expect(await ofOrders([entry, exit, exit])).toBe('1679033940000 BTC/USDT:USDT');
    const unfilled = { ...exit, order_filled_timestamp: null };
    for (const orders of [undefined, null, 'x', {}, [], [entry, exit], [entry, exit, unfilled, null, 7]])
      expect(await ofOrders(orders)).toBeUndefined();
    const pair = `BTC/USDT${'.'.repeat(190)}`;
    expect(await ofOrders([exit, exit], { pair })).toBe(`1679033940000 ${pair}`.slice(0, 128));
  });

  it('cuts reasons to the length of a tag, and leaves out empty reasons', async () => {
    const text = result({
      A: [
        { ...TRADE, exit_reason: `stop ${'x'.repeat(40)}`, enter_tag: '' },
        { ...TRADE, exit_reason: ' ', enter_tag: null },
        { ...TRADE, exit_reason: undefined, sell_reason: 'sell_signal', enter_tag: `${'y'.repeat(33)} z` },
      ],
    });
    const { trades } = await readTrades(text);
    expect(trades.map(({ tags, previous }) => [tags, previous])).toEqual([
      [[`exit:stop ${'x'.repeat(30)}`], [{ note: `stop ${'x'.repeat(40)}` }]],
      [[], [{ note: ' ' }]],
      [[`enter:${'y'.repeat(33)}`, 'exit:sell_signal'], [{ note: 'sell_signal' }]],
    ]);
  });

  it('computes fees if no profit is printed', async () => {
    const { profit_abs: _, ...trade } = { ...TRADE, fee_open: 0.001, fee_close: 0.002, funding_fees: 0.04 };
    const { trades } = await readTrades(result({ A: [trade] }));
    expect(trades).toMatchObject([{ feesPaid: 0.1, spreadPaid: 0, slippagePaid: 0 }]); // 0.05 + 0.09 − 0.04
  });

  it('requires a choice among several strategies', async () => {
    const text = result({ A: [TRADE], B: [TRADE, TRADE] });
    expect(await refusal(text)).toBe(
      'TradeFileError: strategyName is required: the file has several strategies, "A", "B"',
    );
    expect(await refusal(text, { strategyName: 'C' })).toBe(
      'TradeFileError: strategyName must be one of "A", "B"',
    );
    expect((await readTrades(text, { strategyName: 'B' })).trades).toHaveLength(2);
  });

  it('accepts a file without trades', async () => {
    expect(await readTrades(result({ A: [] }))).toMatchObject({ tradeCount: 0, problemCount: 0 });
  });

  it('names the index of the trade and the field of a problem', async () => {
    const bad = [{ ...TRADE, amount: '1,5' }, { ...TRADE, pair: null }, 7, { ...TRADE, open_rate: null }];
    expect((await refusal(result({ A: bad }))).split('\n')).toEqual([
      'trades[0].qty: must be a number, not "1,5"',
      'trades[1].pair: is required',
      'trades[2].: must be an object',
      'trades[3].open_rate: is required',
    ]);
  });

  it('accepts the main file of a zip', async () => {
    const text = result({ A: [TRADE] });
    const name = 'backtest-result-2025-01-01_00-00-00';
    const bytes = zip(
      { name: `${name}_config.json`, text: '{}' },
      { name: `${name}.json`, text },
      { name: `${name}_A.json`, text: '{}' },
      { name: `${name}.meta.json`, text: '{}' },
      { name: `${name}_A.py`, text: 'pass' },
      { name: '__MACOSX/._x.json', text: '{}' },
    );
    expect((await readTrades(bytes)).trades).toHaveLength(1);
  });
});
