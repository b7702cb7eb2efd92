import { type MoneyLine, moneyFile, solvedMoney } from '../../../../test/support/money-file.js';
import type { MoneyResult } from './money-result.js';
import type { MoneyFile } from './money-rows.js';

const solve = (lines: readonly MoneyLine[], rest: Partial<MoneyFile> = {}) =>
  solvedMoney(moneyFile(lines, rest));

const messagesOf = (result: MoneyResult) =>
  result.answer === 'taken' ? [] : result.details.map(({ message }) => message);

describe('a profit that prices do not explain', () => {
  const contradicting: MoneyLine[] = [
    ['A', 'long', '1', '100', '110', '-20.00'],
    ['A', 'short', '1', '100', '110', '-10.00'],
  ];

  it('is refused', () => {
    expect(solve(contradicting)).toMatchObject({
      answer: 'refused',
      likeliest: { meaning: 'none', rows: [{ plNet: '10' }, { plNet: '-10' }] },
      details: [{ row: 2, message: 'line 2: long, the price rose by 10, but column profit says −20.00' }],
    });
    expect(solve([['A', 'long', '1', '100', '90', '20.00', '1.00']]).answer).toBe('refused');
  });

  it('is stored as printed with an answer, at the known multiplier', () => {
    const multipliers = new Map([['A', '2']]);
    expect(solve(contradicting, { multipliers, answers: { profit: 'net' } })).toMatchObject({
      answer: 'taken',
      meaning: 'net',
      model: 'printed',
      rows: [
        { pointValue: '2', feesPaid: '40', plNet: '-20' },
        { pointValue: '2', feesPaid: '-10', plNet: '-10' },
      ],
    });
  });

  it('is ignored with an answer', () => {
    expect(solve(contradicting, { answers: { profit: 'ignore' } })).toMatchObject({
      answer: 'taken',
      meaning: 'none',
      model: null,
      money: [{ column: null, fileTotal: null, agree: 0, total: '0', net: '0' }],
    });
  });

  it('names the rows that the best value leaves out', () => {
    const lines: MoneyLine[] = [
      ['A', 'long', '1', '100', '110', '500.00'],
      ['A', 'short', '1', '100', '110', '-5000.00'],
      ['A', 'long', '1', '100', '120', '1000.00'],
      ['A', 'long', '1', '100', '100', '7000.00'],
    ];
    const rows = [
      'line 3: short, the price rose by 10, but column profit says −5000.00',
      'line 5: long, the price did not move, but column profit says 7000.00',
    ];
    expect(messagesOf(solve(lines))).toEqual([
      'the profits seem to be in another currency than the prices',
      'the rates of the rows differ',
      ...rows,
    ]);
    expect(solve(lines.slice(3), { rowsAre: 'trades' })).toMatchObject({
      answer: 'refused',
      details: [{ row: 2, message: 'trade 2: long, the price did not move, but column profit says 7000.00' }],
    });
  });

  it('is refused for one wrong row of 100,000', () => {
    const lines = Array.from({ length: 100_000 }, (_, place): MoneyLine => [
      'A',
      'long',
      '1',
      '100',
      '110',
      place === 77_777 ? '-20.00' : '10.00',
      '1.00',
    ]);
    expect(solve(lines)).toMatchObject({ answer: 'refused', details: [{ row: 77_779 }] });
  });
});
