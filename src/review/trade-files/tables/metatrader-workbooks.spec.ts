import { readTrades } from '../../../../test/support/trade-files.js';
import { type Cell, workbook } from '../../../../test/support/workbook.js';

describe('a report of MetaTrader 5 as a workbook', () => {
  it('is read from its positions, or from the deals of a tester report', async () => {
    const title: Cell[] = ['Trade History Report'];
    const account: Cell[] = ['Account:', null, null, '12345 (USD, Server, demo, Hedge)'];
    const positions = [
      title,
      account,
      ['Positions'],
      ['Time', 'Position', 'Symbol', 'Type', 'Volume', 'Price', 'S / L', 'T / P', 'Time', 'Price'].concat([
        'Commission',
        'Swap',
        'Profit',
      ]),
      [
        '2024.01.02 01:35:00',
        7,
        'XAUUSD',
        'sell',
        '0.03',
        2064.31,
        2070,
        null,
        '2024.01.02 02:02:15',
        2063.51,
        -0.2,
        -0.05,
        2.4,
      ],
      ['Orders'],
      ['Open Time', 'Order', 'Symbol', 'Type', 'Volume', 'Price', 'S / L', 'T / P', 'Time', 'State'],
      ['2024.01.02 01:35:00', 7, 'XAUUSD', 'sell', '0.03 / 0.03', 'market', null, null],
    ] satisfies Cell[][];
    const deals = [
      ['Strategy Tester Report'],
      ['Currency:', null, null, 'USD'],
      ['Initial Deposit:', null, null, 3000],
      ['Deals'],
      ['Time', 'Deal', 'Symbol', 'Type', 'Direction', 'Volume', 'Price', 'Order'].concat([
        'Commission',
        'Swap',
        'Profit',
        'Balance',
        'Comment',
      ]),
      ['2024.01.01 00:00:00', 1, null, 'balance', null, null, null, null, 0, 0, 3000, 3000, null],
      ['2024.01.02 01:35:00', 2, 'XAUUSD', 'sell', 'in', 0.03, 2064.31, 2, -0.1, 0, 0, 2999.9, null],
      ['2024.01.02 02:02:15', 3, 'XAUUSD', 'buy', 'out', 0.03, 2063.51, 3, -0.1, -0.05, 2.4, 3002.15, null],
      [null, null, null, null, null, null, null, null, -0.2, -0.05, 2.4, 3002.15, null],
    ] satisfies Cell[][];
    for (const rows of [positions, deals]) {
      const file = await readTrades(workbook([{ name: 'Sheet1', rows }]), {
        timezone: 'UTC',
        accountCurrency: 'USD',
      });
      expect([file.source, file.problems, file.unclear]).toEqual(['metatrader5', [], null]);
      expect(file.trades).toMatchObject([
        {
          side: 'short',
          qty: 0.03,
          entryPrice: 2064.31,
          exitPrice: 2063.51,
          pointValue: 100,
          feesPaid: 0.25,
        },
      ]);
      expect(file.proofs).toMatchObject([{ fileTotal: '2.4', net: '2.15', agree: 1 }]);
    }
  });
});
