import { readTrades } from '../../../../test/support/trade-files.js';

const tr = (...cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const page = (...tables: readonly string[]) =>
  `<html><body>${tables.map((rows) => `<table>${rows}</table>`).join('\n')}</body></html>`;
const OPTIONS = { timezone: 'UTC', accountCurrency: 'USD' };

describe('a tester report of MetaTrader 5 as HTML', () => {
  const orders = Array.from({ length: 300 }, (_, i) =>
    tr(
      '2024.01.02 01:35:00',
      `${i}`,
      'XAUUSD',
      'buy',
      '0.03 / 0.03',
      '',
      '',
      '',
      '2024.01.02 01:35:00',
      'filled',
      '',
    ),
  );
  const report = page(
    tr('Strategy Tester Report') +
      tr('Expert:', 'Breakout') +
      tr('Currency:', 'USD') +
      tr('Initial Deposit:', '3 000.00'),
    [
      tr('<b>Orders</b>'),
      tr(
        'Open Time',
        'Order',
        'Symbol',
        'Type',
        'Volume',
        'Price',
        'S / L',
        'T / P',
        'Time',
        'State',
        'Comment',
      ),
      ...orders,
      tr('<b>Deals</b>'),
      tr(
        'Time',
        'Deal',
        'Symbol',
        'Type',
        'Direction',
        'Volume',
        'Price',
        'Order',
        'Commission',
        'Swap',
        'Profit',
        'Balance',
        'Comment',
      ),
      tr(
        '2024.01.01 00:00:00',
        '1',
        '',
        'balance',
        '',
        '',
        '',
        '',
        '0.00',
        '0.00',
        '3 000.00',
        '3 000.00',
        '',
      ),
      tr(
        '2024.01.02 01:35:00',
        '2',
        'XAUUSD',
        'sell',
        'in',
        '0.03',
        '2064.31',
        '2',
        '-0.10',
        '0.00',
        '0.00',
        '2 999.90',
        'ea',
      ),
      tr(
        '2024.01.02 02:02:15',
        '3',
        'XAUUSD',
        'buy',
        'out',
        '0.03',
        '2063.51',
        '3',
        '-0.10',
        '-0.05',
        '2.40',
        '3 002.15',
        'tp 2063.51',
      ),
      tr('', '', '', '', '', '', '', '', '-0.20', '-0.05', '2.40', '3 002.15', ''),
    ].join(''),
  );

  it('has its deals as trades, although many orders come before them', async () => {
    const file = await readTrades(report, OPTIONS);
    expect([file.source, file.problems, file.unclear]).toEqual(['metatrader5', [], null]);
    expect(file.trades).toMatchObject([{ side: 'short', qty: 0.03, pointValue: 100, feesPaid: 0.25 }]);
    expect(file.proofs).toMatchObject([{ fileTotal: '2.4', net: '2.15', agree: 1 }]);
  });
});

describe('a statement of MetaTrader 4 as HTML', () => {
  it('has its closed transactions as trades', async () => {
    const header = [
      'Ticket',
      'Open Time',
      'Type',
      'Size',
      'Item',
      'Price',
      'S / L',
      'T / P',
      'Close Time',
      'Price',
      'Commission',
      'Taxes',
      'Swap',
      'Profit',
    ];
    const rows = [
      tr('<b>Account: 12345</b>', '<b>Currency: USD</b>'),
      tr('<b>Closed Transactions:</b>'),
      tr(...header),
      `<tr><td>1</td><td>2024.01.01 08:00</td><td>balance</td><td colspan=10>Deposit</td><td>3 000.00</td></tr>`,
      tr(
        '2',
        '2024.01.02 08:00',
        'buy',
        '0.10',
        'eurusd',
        '1.10000',
        '0.00000',
        '0.00000',
        '2024.01.02 09:00',
        '1.10100',
        '-0.60',
        '0.00',
        '-0.20',
        '10.00',
      ),
      `<tr><td colspan=10>&nbsp;</td><td>-0.60</td><td>0.00</td><td>-0.20</td><td>10.00</td></tr>`,
      tr('<b>Open Trades:</b>'),
      tr(...header),
    ];
    const file = await readTrades(page(rows.join('')), OPTIONS);
    expect([file.source, file.problems, file.unclear]).toEqual(['metatrader4', [], null]);
    expect(file.trades).toMatchObject([
      { symbol: 'EURUSD', pointValue: 100_000, feesPaid: 0.8, positionId: '2' },
    ]);
    expect(file.proofs).toMatchObject([{ net: '9.2', agree: 1 }]);
  });
});
