import { HOUR } from './factories.js';
import { lines } from './trade-files.js';

/** A file, and the trades that earlier versions stored when they imported it. */
export interface EarlierImport {
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
  readonly text: string;
  /** Client id, symbol, side, quantity, entry price, exit price, hour of the entry, and other fields of each trade. */
  readonly rows: readonly (readonly [string, string, string, number, number, number, number, object])[];
  /** Note that 1.2.0 stored, and tags that 1.6.8 stored. */
  readonly note?: string;
  readonly tags?: readonly string[];
}

const START = Date.UTC(2024, 0, 10);

/** Returns the trades that a version stored, as recorded with its reader. */
export const storedTrades = (version: '1.2.0' | '1.6.8', { rows, note, tags }: EarlierImport): object[] =>
  rows.map(([clientId, symbol, side, qty, entryPrice, exitPrice, hour, others]) => ({
    clientId,
    symbol,
    side,
    qty,
    entryPrice,
    exitPrice,
    entryTime: START + hour * HOUR,
    exitTime: START + (hour + 1) * HOUR,
    ...others,
    ...(version === '1.2.0' ? { note } : { tags }),
  }));

/** Files whose money earlier versions read differently. */
export const EARLIER_IMPORTS: readonly EarlierImport[] = [
  {
    name: 'TradingView, futures whose point value was not found',
    query: { symbol: 'BTCUSDT' },
    text: lines(
      'Trade #,Type,Date and time,Signal,Price USD,Position size (qty),Net P&L USD',
      '1,Entry long,2024-01-10T00:00:00+0000,in,50000,1,3148.74',
      '1,Exit long,2024-01-10T01:00:00+0000,out,50120,1,3148.74',
      '2,Entry short,2024-01-10T02:00:00+0000,in,50200,1,-6305.78',
      '2,Exit short,2024-01-10T03:00:00+0000,out,50350,1,-6305.78',
      '3,Entry long,2024-01-10T04:00:00+0000,in,50300,1,2442.64',
      '3,Exit long,2024-01-10T05:00:00+0000,out,50400,1,2442.64',
      '4,Entry long,2024-01-10T06:00:00+0000,in,50400,1,5938.95',
      '4,Exit long,2024-01-10T07:00:00+0000,out,50600.5,1,5938.95',
    ),
    rows: [
      [
        'tradingview-6c61a62aeae3ee696fb1b38ce47aafa9',
        'BTCUSDT',
        'long',
        1,
        50000,
        50120,
        0,
        { feesPaid: -3028.74, spreadPaid: 0, slippagePaid: 0 },
      ],
      [
        'tradingview-e6538f4f670d997d0ed8e7f5f99ad068',
        'BTCUSDT',
        'short',
        1,
        50200,
        50350,
        2,
        { feesPaid: 6155.78, spreadPaid: 0, slippagePaid: 0 },
      ],
      [
        'tradingview-298c2ed0809f940d9959bc00bbf9bad9',
        'BTCUSDT',
        'long',
        1,
        50300,
        50400,
        4,
        { feesPaid: -2342.64, spreadPaid: 0, slippagePaid: 0 },
      ],
      [
        'tradingview-19419bb0bbbd0194e87632460b2f7969',
        'BTCUSDT',
        'long',
        1,
        50400,
        50600.5,
        6,
        { feesPaid: -5738.45, spreadPaid: 0, slippagePaid: 0 },
      ],
    ],
    note: 'Entry: in, Exit: out',
    tags: ['enter:in', 'exit:out'],
  },
  {
    name: 'MetaTrader, lots',
    query: { timezone: 'UTC' },
    text: lines(
      'Time;Position;Symbol;Type;Volume;Price;S / L;T / P;Time;Price;Commission;Swap;Profit;',
      '2024.01.10 00:00:00;2;XAUUSD;buy;0,10;4 182,78;;0,00;2024.01.10 01:00:00;4 192,78;- 0,70;- 0,08;100,00;',
      '2024.01.10 02:00:00;3;XAUUSD;sell;0,20;4 182,78;;4 100,00;2024.01.10 03:00:00;4 192,78;- 1,40;0,00;- 200,00;',
    ),
    rows: [
      [
        'metatrader5-5ca55198ff2fa9b38e6c26dcff6d7b43',
        'XAUUSD',
        'long',
        10,
        4182.78,
        4192.78,
        0,
        { feesPaid: 0.78, spreadPaid: 0, slippagePaid: 0 },
      ],
      [
        'metatrader5-a8d55505769e023d6b7f72fdb16141c7',
        'XAUUSD',
        'short',
        20,
        4182.78,
        4192.78,
        2,
        { takeProfit: 4100, feesPaid: 1.4, spreadPaid: 0, slippagePaid: 0 },
      ],
    ],
  },
  {
    name: 'MetaTrader, another currency',
    query: { timezone: 'UTC' },
    text: lines(
      'Time;Position;Symbol;Type;Volume;Price;S / L;T / P;Time;Price;Commission;Swap;Profit;',
      '2024.01.10 00:00:00;2;USDJPY;buy;0,10;150,00;;;2024.01.10 01:00:00;151,00;-0,70;0,00;66,22;',
      '2024.01.10 02:00:00;3;USDJPY;buy;0,10;150,00;;;2024.01.10 03:00:00;151,00;-0,70;0,00;67,93;',
    ),
    rows: [
      [
        'metatrader5-7de0e1ac7f6af7bcf1b84c9ddf3da54a',
        'USDJPY',
        'long',
        66.22,
        150,
        151,
        0,
        { feesPaid: 0.7, spreadPaid: 0, slippagePaid: 0 },
      ],
      [
        'metatrader5-4b1d54adc1196829aa4fb0999a978e7b',
        'USDJPY',
        'long',
        67.93,
        150,
        151,
        2,
        { feesPaid: 0.7, spreadPaid: 0, slippagePaid: 0 },
      ],
    ],
  },
  {
    name: 'LEAN, futures',
    query: {},
    text: lines(
      'Entry Time,Symbols,Exit Time,Direction,Entry Price,Exit Price,Quantity,P&L,Fees,MAE,MFE',
      '2024-01-10T00:00:00Z,ES Z24,2024-01-10T01:00:00Z,Short,4700,4701,2,-$100,$4.30,0,0',
      '2024-01-10T02:00:00Z,ES Z24,2024-01-10T03:00:00Z,Long,4700,4710,1,$500,$2.15,0,0',
    ),
    rows: [
      [
        'lean-82c8b4f611870a6e3eb9d7b62a6fc586',
        'ES',
        'short',
        100,
        4700,
        4701,
        0,
        { feesPaid: 4.3, spreadPaid: 0, slippagePaid: 0 },
      ],
      [
        'lean-a277ca509e48aa57e37c866dbdb803be',
        'ES',
        'long',
        50,
        4700,
        4710,
        2,
        { feesPaid: 2.15, spreadPaid: 0, slippagePaid: 0 },
      ],
    ],
  },
  {
    name: 'csv, lots and an unread profit',
    query: { timezone: 'UTC' },
    text: lines(
      'symbol,side,lots,open time,open price,close time,close price,sl,tp,commission,swap,profit',
      'EURUSD,buy,0.10,2024.01.10 00:00:00,1.1000,2024.01.10 01:00:00,1.1010,,,-0.60,-0.20,10.00',
      'EURUSD,sell,0.10,2024.01.10 02:00:00,1.1010,2024.01.10 03:00:00,1.1030,,,-0.60,-0.20,-20.00',
    ),
    rows: [
      ['csv-a7c7fe6afac21a7a39127bc014cfe1a6', 'EURUSD', 'long', 0.1, 1.1, 1.101, 0, { feesPaid: -0.6 }],
      ['csv-691e6004c7befb8b4355ac194e0bd6d2', 'EURUSD', 'short', 0.1, 1.101, 1.103, 2, { feesPaid: -0.6 }],
    ],
  },
  {
    name: 'csv, a net profit of futures',
    query: { timezone: 'UTC' },
    text: lines(
      'symbol,side,qty,entry time,entry price,exit time,exit price,fees,net profit',
      'ES,long,1,2024-01-10 00:00,5000.25,2024-01-10 01:00,5010.25,4.50,495.50',
      'ES,short,1,2024-01-10 02:00,5010.25,2024-01-10 03:00,5014.25,4.50,-204.50',
    ),
    rows: [
      [
        'csv-519b591971e10cbb4005e45722ca2709',
        'ES',
        'long',
        1,
        5000.25,
        5010.25,
        0,
        { feesPaid: -485.5, spreadPaid: 0, slippagePaid: 0 },
      ],
      [
        'csv-924692551b4d9890fee91b5a0fa6e617',
        'ES',
        'short',
        1,
        5010.25,
        5014.25,
        2,
        { feesPaid: 200.5, spreadPaid: 0, slippagePaid: 0 },
      ],
    ],
  },
  {
    name: 'TradingView, contracts',
    query: { symbol: 'BTCUSDT' },
    text: lines(
      'Trade #,Type,Date and time,Signal,Price USD,Position size (qty),Net P&L USD',
      '1,Entry long,2024-01-10T00:00:00+0000,in,100,2,991',
      '1,Exit long,2024-01-10T01:00:00+0000,out,110,2,991',
      '2,Entry long,2024-01-10T02:00:00+0000,in,100,2,-409',
      '2,Exit long,2024-01-10T03:00:00+0000,out,96,2,-409',
      '3,Entry long,2024-01-10T04:00:00+0000,in,100,2,791',
      '3,Exit long,2024-01-10T05:00:00+0000,out,108,2,791',
      '4,Entry long,2024-01-10T06:00:00+0000,in,100,2,191',
      '4,Exit long,2024-01-10T07:00:00+0000,out,102,2,191',
    ),
    rows: [
      [
        'tradingview-3ca56c4162289ad4efe78b068f136607',
        'BTCUSDT',
        'long',
        100,
        100,
        110,
        0,
        { feesPaid: 9, spreadPaid: 0, slippagePaid: 0 },
      ],
      [
        'tradingview-a7d575b9335e1e7943d98a3aad47aa6b',
        'BTCUSDT',
        'long',
        100,
        100,
        96,
        2,
        { feesPaid: 9, spreadPaid: 0, slippagePaid: 0 },
      ],
      [
        'tradingview-95561d96a18f3f860dc9d57acb646959',
        'BTCUSDT',
        'long',
        100,
        100,
        108,
        4,
        { feesPaid: 9, spreadPaid: 0, slippagePaid: 0 },
      ],
      [
        'tradingview-d57413020ad4ae20d0dd2e6719b5aa9e',
        'BTCUSDT',
        'long',
        100,
        100,
        102,
        6,
        { feesPaid: 9, spreadPaid: 0, slippagePaid: 0 },
      ],
    ],
    note: 'Entry: in, Exit: out',
    tags: ['enter:in', 'exit:out'],
  },
];
