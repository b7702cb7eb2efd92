import { type MoneyLine, moneyFile, solvedMoney } from '../../../../test/support/money-file.js';
import type { MoneyResult } from './money-result.js';
import type { MoneyFile } from './money-rows.js';

/** The vectors of the definition of a printed profit. */
function takenMoney(result: MoneyResult) {
  if (result.answer !== 'taken') throw new Error(JSON.stringify(result));
  const { meaning, model, rows } = result;
  return {
    meaning,
    model,
    values: rows.map(({ pointValue }) => pointValue),
    nets: rows.map(({ plNet }) => plNet),
    fees: rows.map(({ feesPaid }) => feesPaid),
  };
}

const taken = (lines: readonly MoneyLine[], rest: Partial<MoneyFile> = {}) =>
  takenMoney(solvedMoney(moneyFile(lines, rest)));

const NET = { profit: { name: 'Net P&L', kind: 'net' } } as const;

/** TradingView's list of one symbol, which prints prices, quantity and net profit. */
const netList = (
  lines: readonly [side: 'long' | 'short', qty: string, entry: string, exit: string, net: string][],
) => lines.map(([side, qty, entry, exit, net]): MoneyLine => ['S', side, qty, entry, exit, net]);

const sum = (amounts: readonly string[]) =>
  Number(amounts.reduce((total, each) => total + Number(each), 0).toFixed(8));

describe('the money of a file', () => {
  it('is gross at 100,000 for lots with a negative commission and swap', () => {
    const lines: MoneyLine[] = [
      ['EURUSD', 'long', '0.10', '1.1000', '1.1010', '10.00', '-0.60', '-0.20'],
      ['EURUSD', 'short', '0.10', '1.1010', '1.1030', '-20.00', '-0.60', '-0.20'],
    ];
    const costColumns = [
      { name: 'commission', kind: 'fee' },
      { name: 'swap', kind: 'carry' },
    ] as const;
    expect(taken(lines, { costColumns })).toEqual({
      meaning: 'gross',
      model: 'point-value',
      values: ['100000', '100000'],
      nets: ['9.2', '-20.8'],
      fees: ['0.8', '0.8'],
    });
    expect(solvedMoney(moneyFile(lines, { costColumns }))).toMatchObject({
      money: [
        {
          symbol: 'EURUSD',
          column: 'profit',
          rows: 2,
          agree: 2,
          fileTotal: '-10',
          total: '-10',
          net: '-11.6',
        },
      ],
    });
  });

  it('is net at 50 for a future without costs, at any number of printed digits', () => {
    for (const profit of ['1000', '1000.0', '1000.00000000', '1e3'])
      expect(taken([['ES', 'long', '2', '5000', '5010', profit]])).toMatchObject({
        meaning: 'net',
        model: 'point-value',
        values: ['50'],
        nets: ['1000'],
      });
  });

  it('is net at 50 for a future with listed commissions', () => {
    const lines: MoneyLine[] = [
      ['ES', 'long', '1', '5000.25', '5010.25', '495.50', '4.50'],
      ['ES', 'short', '1', '5010.25', '5014.25', '-204.50', '4.50'],
    ];
    expect(taken(lines)).toEqual({
      meaning: 'net',
      model: 'point-value',
      values: ['50', '50'],
      nets: ['495.5', '-204.5'],
      fees: ['4.5', '4.5'],
    });
  });

  it('is gross at 2 for TopstepX', () => {
    const lines: MoneyLine[] = [
      ['MNQ', 'long', '1', '20029.0', '20012.0', '-34.0', '0.74'],
      ['MNQ', 'long', '2', '20000.0', '20025.0', '100.0', '1.48'],
    ];
    expect(taken(lines)).toMatchObject({ meaning: 'gross', model: 'point-value', nets: ['-34.74', '98.52'] });
  });

  it('has costs by row at 1 for a fee of 0.1 % per side that is not listed', () => {
    const lines: MoneyLine[] = [
      ['BTC', 'long', '1', '100', '110', '9.79'],
      ['BTC', 'short', '1', '110', '105', '4.785'],
    ];
    expect(taken(lines)).toEqual({
      meaning: 'net',
      model: 'costs-by-row',
      values: ['1', '1'],
      nets: ['9.79', '4.785'],
      fees: ['0.21', '0.215'],
    });
  });

  it('has a point value of 35 and a fee of a percentage', () => {
    const result = taken(
      netList([
        ['long', '1', '50000', '50120', '3148.74'],
        ['short', '1', '50200', '50350', '-6305.78'],
        ['long', '1', '50100', '50010', '-4201.16'],
        ['short', '1', '50400', '50150', '7694.23'],
        ['long', '1', '50300', '50420', '3142.44'],
      ]),
      NET,
    );
    expect(result).toMatchObject({ meaning: 'net', model: 'percent', values: Array(5).fill('35') });
    expect([sum(result.fees), sum(result.nets)]).toEqual([5271.53, 3478.47]);
  });

  it('has a point value of 62,500 and a fee per contract', () => {
    const result = taken(
      netList([
        ['long', '1', '1.2500', '1.2530', '182.50'],
        ['short', '2', '1.2550', '1.2561', '-147.50'],
        ['long', '1', '1.2520', '1.2502', '-117.50'],
        ['short', '1', '1.2600', '1.2570', '182.50'],
        ['long', '3', '1.2570', '1.2599', '528.75'],
      ]),
      NET,
    );
    expect(result).toMatchObject({ model: 'per-unit', values: Array(5).fill('62500') });
    expect([sum(result.fees), sum(result.nets)]).toEqual([40, 628.75]);
  });

  it('is converted by row for a cross', () => {
    const result = taken([
      ['EURJPY', 'long', '0.5', '160.25', '160.75', '168.20'],
      ['EURJPY', 'short', '0.5', '161.00', '160.50', '168.71'],
      ['EURJPY', 'long', '0.2', '160.10', '159.90', '-26.83'],
    ]);
    expect(result).toMatchObject({ meaning: 'net', model: 'conversion', fees: ['0', '0', '0'] });
    expect(result.nets.map((net) => Number(net).toFixed(2))).toEqual(['168.20', '168.71', '-26.83']);
  });

  it('is refused with the line that disagrees', () => {
    const lines: MoneyLine[] = [
      ['A', 'long', '1', '100', '110', '-20.00'],
      ['A', 'long', '1', '100', '110', '10.00'],
    ];
    expect(solvedMoney(moneyFile(lines))).toMatchObject({
      answer: 'refused',
      details: [{ row: 2, message: 'line 2: long, the price rose by 10, but column profit says −20.00' }],
    });
  });

  it('is gross where the net would need a point value of three digits', () => {
    expect(taken([['EURUSD', 'long', '0.10', '1.1000', '1.1010', '10.00', '0.80']])).toMatchObject({
      meaning: 'gross',
      values: ['100000'],
      nets: ['9.2'],
    });
  });

  it('takes the costs from a gross profit beside a net one', () => {
    const file = moneyFile([['EURUSD', 'long', '0.10', '1.1000', '1.1010', '9.20']], NET);
    const rows = file.rows.map((row) => ({ ...row, gross: '10.00' }));
    expect(takenMoney(solvedMoney({ ...file, rows }))).toMatchObject({
      meaning: 'net',
      values: ['100000'],
      nets: ['9.2'],
      fees: ['0.8'],
    });
  });

  it('is converted only for the symbols that are crosses', () => {
    const result = taken([
      ['EURUSD', 'long', '0.10', '1.1000', '1.1010', '10.00'],
      ['EURJPY', 'long', '0.5', '160.25', '160.75', '168.20'],
      ['EURJPY', 'short', '0.5', '161.00', '160.50', '168.71'],
    ]);
    expect(result).toMatchObject({ model: 'conversion', values: ['100000', '672.8', '674.84'] });
    // In an account in yen, nothing is converted.
    const lines: MoneyLine[] = [['EURJPY', 'long', '0.5', '160.25', '160.75', '168.21']];
    expect(solvedMoney(moneyFile(lines, { accountCurrency: 'JPY' })).answer).toBe('asked');
    expect(solvedMoney(moneyFile(lines)).answer).toBe('taken');
    expect(solvedMoney(moneyFile(lines, { accountCurrency: 'NONE' })).answer).toBe('asked');
  });

  it('has the point values that rows print', () => {
    const file = moneyFile([
      ['ES', 'long', '1', '5000', '5010', '500.00', '2.00'],
      ['ES', 'long', '1', '5000', '5010', '50.00', '2.00'],
    ]);
    const rows = file.rows.map((row, place) => ({ ...row, pointValue: ['50', '5'][place]! }));
    const result = solvedMoney({ ...file, rows });
    expect(takenMoney(result)).toMatchObject({ meaning: 'gross', values: ['50', '5'], nets: ['498', '48'] });
    expect(result).toMatchObject({
      money: [{ pointValue: null, rows: 2, agree: 2, total: '550', net: '546' }],
    });
  });

  it('may have a unit in each cell, after the unit of the column', () => {
    const lines: MoneyLine[] = [
      ['A', 'long', '1', '100', '101.3', '1'],
      ['A', 'long', '1', '100', '100.25', '0.25'],
    ];
    expect(taken(lines)).toMatchObject({ model: 'one', nets: ['1.3', '0.25'] });
    const inCents: MoneyLine = ['A', 'long', '1', '100', '101.3', '1.00'];
    expect(taken([inCents, lines[1]!]).model).toBe('costs-by-row');
  });
});
