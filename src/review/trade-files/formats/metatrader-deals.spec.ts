import { lines, readTrades, refusal } from '../../../../test/support/trade-files.js';

const HEADER = 'Time,Deal,Symbol,Type,Direction,Volume,Price,Order,Commission,Swap,Profit,Balance,Comment';
const OPTIONS = { timezone: 'UTC', accountCurrency: 'USD' };

/** Returns a deal at an hour. Commission, swap and profit are 0 if they are left out. */
const deal = (
  id: number,
  type: 'buy' | 'sell',
  direction: string,
  volume: string,
  price: string,
  [profit = '0.00', commission = '0.00', swap = '0.00']: readonly string[] = [],
): string =>
  `2024.01.02 ${String(id).padStart(2, '0')}:00:00,${id},XAUUSD,${type},${direction},${volume},${price},${id},${commission},${swap},${profit},3 000.00,`;

const report = (...deals: readonly string[]): string =>
  lines('Deals', HEADER, '2024.01.01 00:00:00,1,,balance,,,,,0.00,0.00,3 000.00,3 000.00,', ...deals);

describe('the deals of a tester report of MetaTrader 5', () => {
  it('are paired, with the costs of both deals', async () => {
    const file = await readTrades(
      report(
        deal(2, 'sell', 'in', '0.03', '2064.31', ['0.00', '-0.10']),
        deal(3, 'buy', 'out', '0.03', '2063.51', ['2.40', '-0.10', '-0.05']),
      ),
      OPTIONS,
    );
    expect(file.problems).toEqual([]);
    expect(file.source).toBe('metatrader5');
    expect(file.trades).toMatchObject([
      {
        row: 5,
        symbol: 'XAUUSD',
        side: 'short',
        qty: 0.03,
        pointValue: 100,
        feesPaid: 0.25,
        positionId: '2',
      },
    ]);
    expect(file.proofs).toMatchObject([{ meaning: 'gross', agree: 1, fileTotal: '2.4', net: '2.15' }]);
    expect(file.skipped).toEqual([{ row: 3, reason: 'is a balance row' }]);
  });

  it('close the oldest first, in parts, and the sums stay as printed', async () => {
    const file = await readTrades(
      report(
        deal(2, 'buy', 'in', '0.10', '2000.00', ['0.00', '-0.50']),
        deal(3, 'buy', 'in', '0.10', '2010.00', ['0.00', '-0.50']),
        deal(4, 'sell', 'out', '0.15', '2020.00', ['250.00', '-0.75', '-0.30']),
        deal(5, 'sell', 'out', '0.05', '2030.00', ['100.00', '-0.25']),
      ),
      OPTIONS,
    );
    expect(file.problems).toEqual([]);
    expect(file.trades).toMatchObject([
      { positionId: '2', qty: 0.1, entryPrice: 2000, exitPrice: 2020, pointValue: 100, feesPaid: 1.2 },
      { positionId: '3', qty: 0.05, entryPrice: 2010, exitPrice: 2020, pointValue: 100, feesPaid: 0.6 },
      { positionId: '3', qty: 0.05, entryPrice: 2010, exitPrice: 2030, pointValue: 100, feesPaid: 0.5 },
    ]);
    // Profits of 350, commissions of 2.00 and a swap of 0.30.
    expect(file.proofs).toMatchObject([{ fileTotal: '350', total: '350', net: '347.7' }]);
    expect(new Set(file.trades.map(({ clientId }) => clientId)).size).toBe(3);
  });

  it('may reverse a position', async () => {
    const file = await readTrades(
      report(
        deal(2, 'buy', 'in', '0.10', '2000.00', ['0.00', '-0.50']),
        deal(3, 'sell', 'in/out', '0.30', '2010.00', ['100.00', '-1.50']),
        deal(4, 'buy', 'out', '0.20', '2000.00', ['200.00', '-1.00']),
      ),
      OPTIONS,
    );
    expect(file.trades).toMatchObject([
      { side: 'long', qty: 0.1, feesPaid: 1, positionId: '2' },
      { side: 'short', qty: 0.2, feesPaid: 2, positionId: '3' },
    ]);
    expect(file.proofs).toMatchObject([{ fileTotal: '300', net: '297' }]);
  });

  it('that are still open are skipped, and the rows of totals are no trades', async () => {
    const file = await readTrades(
      report(deal(2, 'buy', 'in', '0.10', '2000.00'), ',,,,,,,,-0.20,-0.05,2.40,3 002.15,'),
      OPTIONS,
    );
    expect(file.skipped).toEqual([
      { row: 3, reason: 'is a balance row' },
      { row: 5, reason: 'is no trade' },
      { row: 4, reason: 'the trade is open' },
    ]);
  });

  it.each([
    [
      'more than is open',
      [deal(2, 'buy', 'in', '0.10', '2000.00'), deal(3, 'sell', 'out', '0.20', '2010.00')],
      'lines[5].volume: closes 0.20, which is more than is open',
    ],
    [
      'an unknown direction',
      [deal(2, 'buy', 'up', '0.10', '2000.00')],
      'lines[4].direction: must be in, out, in/out or out by, not "up"',
    ],
    [
      'a volume of 0',
      [deal(2, 'buy', 'in', '0.00', '2000.00')],
      'lines[4].volume: must not be less than 1e-12, not "0.00"',
    ],
    [
      'a price that is no number',
      [deal(2, 'buy', 'in', '0.10', 'market')],
      'lines[4].price: must be a number, not "market"',
    ],
  ])('are refused with %s', async (_, deals, expected) => {
    expect(await refusal(report(...deals), OPTIONS)).toBe(expected);
  });

  it('of many open positions are closed in time that grows with their number', async () => {
    const count = 20_000;
    const all = Array.from({ length: count }, (_, i) => [
      deal(2, 'buy', 'in', '0.01', '2000.00').replace(',2,XAU', `,${i},XAU`),
      deal(3, 'sell', 'out', '0.01', '2010.00', ['10.00']),
    ]);
    const file = await readTrades(
      report(...all.map(([entry]) => entry!), ...all.map(([, exit]) => exit!)),
      OPTIONS,
    );
    expect(file.tradeCount).toBe(count);
    expect(file.proofs).toMatchObject([{ rows: count, agree: count }]);
  });
});
