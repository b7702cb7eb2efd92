import { lines, readTrades, refusal } from '../../../../test/support/trade-files.js';

const OPTIONS = { timezone: 'UTC', accountCurrency: 'USD' };

describe('a statement of MetaTrader 4', () => {
  const HEADER =
    'Ticket,Open Time,Type,Size,Item,Price,S / L,T / P,Close Time,Price,Commission,Taxes,Swap,Profit';
  const STATEMENT = lines(
    'Account: 12345,Name: Jane Doe,Currency: USD',
    'Closed Transactions:',
    HEADER,
    '1,2024.01.01 08:00,balance,Deposit,,,,,,,,,,3 000.00',
    '2,2024.01.02 08:00,buy,0.10,eurusd,1.10000,1.09000,1.12000,2024.01.02 09:00,1.10100,-0.60,0.00,-0.20,10.00',
    '3,2024.01.03 08:00,sell,0.10,eurusd,1.10100,0.00000,0.00000,2024.01.03 09:00,1.10300,-0.60,0.00,-0.20,-20.00',
    '4,2024.01.03 08:00,buy limit,0.10,eurusd,1.09000,0.00000,0.00000,2024.01.03 09:00,1.10300,cancelled',
    ',,,,,,,,,,-1.20,0.00,-0.40,-10.00',
    'Open Trades:',
    HEADER,
    '5,2024.01.04 08:00,buy,0.10,eurusd,1.10000,0,0,,1.10500,0.00,0.00,0.00,50.00',
  );

  it('has its closed transactions as trades', async () => {
    const file = await readTrades(STATEMENT, OPTIONS);
    expect([file.source, file.problems, file.unclear]).toEqual(['metatrader4', [], null]);
    expect(file.trades).toMatchObject([
      {
        symbol: 'EURUSD',
        side: 'long',
        qty: 0.1,
        pointValue: 100_000,
        feesPaid: 0.8,
        takeProfit: 1.12,
        positionId: '2',
      },
      { symbol: 'EURUSD', side: 'short', qty: 0.1, pointValue: 100_000, feesPaid: 0.8, positionId: '3' },
    ]);
    expect(file.trades[1]).not.toHaveProperty('takeProfit');
    expect(file.proofs).toMatchObject([{ meaning: 'gross', fileTotal: '-10', net: '-11.6', agree: 2 }]);
    expect(file.skipped).toEqual([
      { row: 4, reason: 'is a balance row' },
      { row: 7, reason: 'is a buy limit row' },
      { row: 8, reason: 'is no trade' },
    ]);
  });

  it('has stops as initial stops if the sender says so', async () => {
    const { trades } = await readTrades(STATEMENT, { ...OPTIONS, stops: 'initial' });
    expect(trades.map(({ stopLoss }) => stopLoss)).toEqual([1.09, undefined]);
  });
});

describe('a tester report of MetaTrader 4', () => {
  const HEADER = '#,Time,Type,Order,Size,Price,S / L,T / P,Profit,Balance';
  const options = { ...OPTIONS, symbol: 'EURUSD' };
  const text = lines(
    'Strategy Tester Report',
    'Symbol,EURUSD (Euro vs US Dollar)',
    HEADER,
    '1,2024.01.02 08:00,buy,1,0.10,1.10000,1.09000,1.12000,,',
    '2,2024.01.02 08:30,modify,1,0.10,1.10000,1.09500,1.12000,,',
    '3,2024.01.02 09:00,s/l,1,0.10,1.09500,1.09500,1.12000,-50.00,9950.00',
    '4,2024.01.03 08:00,sell stop,2,0.20,1.10000,,,,',
    '5,2024.01.03 09:00,sell,2,0.20,1.10000,0.00000,0.00000,,',
    '6,2024.01.03 10:00,close,2,0.20,1.09900,0.00000,0.00000,20.00,9970.00',
    '7,2024.01.04 08:00,buy,3,0.10,1.10000,0.00000,0.00000,,',
  );

  it('has its orders as trades', async () => {
    const file = await readTrades(text, options);
    expect([file.source, file.problems, file.unclear]).toEqual(['metatrader4', [], null]);
    expect(file.trades).toMatchObject([
      {
        row: 6,
        side: 'long',
        qty: 0.1,
        entryPrice: 1.1,
        exitPrice: 1.095,
        pointValue: 100_000,
        tags: ['exit:s/l'],
      },
      {
        row: 9,
        side: 'short',
        qty: 0.2,
        entryPrice: 1.1,
        exitPrice: 1.099,
        pointValue: 100_000,
        positionId: '2',
      },
    ]);
    expect(file.proofs).toMatchObject([{ meaning: 'net', fileTotal: '-30', net: '-30' }]);
    expect(file.skipped.map(({ reason }) => reason)).toEqual([
      'is a modify row',
      'is a sell stop row',
      'the trade is open',
    ]);
  });

  it('is refused if a row closes an order that is not open, or opens one twice', async () => {
    const row = (type: string) => `1,2024.01.02 08:00,${type},1,0.10,1.10000,0,0,5.00,10000.00`;
    expect(await refusal(lines(HEADER, row('close')), options)).toBe(
      'lines[2].order: closes "1", which is not open',
    );
    expect(await refusal(lines(HEADER, row('buy'), row('buy')), options)).toBe(
      'lines[3].order: "1" is already open',
    );
  });
});

describe('a header after many rows', () => {
  it('is found if the rows before are the orders of a report', async () => {
    const orders = Array.from({ length: 5_000 }, (_, i) => `2024.01.02 08:00:00,${i},XAUUSD,buy,0.03,filled`);
    const text = lines(
      'Orders',
      'Open Time,Order,Symbol,Type,Volume,State',
      ...orders,
      'Deals',
      'Time,Deal,Symbol,Type,Direction,Volume,Price,Order,Commission,Swap,Profit,Balance,Comment',
      '2024.01.02 01:35:00,2,XAUUSD,sell,in,0.03,2064.31,2,-0.10,0.00,0.00,2 999.90,ea',
      '2024.01.02 02:02:15,3,XAUUSD,buy,out,0.03,2063.51,3,-0.10,-0.05,2.40,3 002.15,tp 2063.51',
    );
    expect((await readTrades(text, OPTIONS)).trades).toHaveLength(1);
  });
});
