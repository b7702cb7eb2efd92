import fc from 'fast-check';
import { type MoneyLine, moneyFile, solvedMoney } from '../../../../test/support/money-file.js';
import { propertyRuns } from '../../../../test/support/property-runs.js';
import type { MoneyAnswers, MoneyFile } from './money-rows.js';

const solve = (lines: readonly MoneyLine[], rest: Partial<MoneyFile> = {}) =>
  solvedMoney(moneyFile(lines, rest));

/** Returns the choices and the questions of a list that is asked. */
function asked(lines: readonly MoneyLine[], rest: Partial<MoneyFile> = {}) {
  const result = solve(lines, rest);
  if (result.answer !== 'asked') throw new Error(JSON.stringify(result));
  return {
    choices: result.choices.map(({ meaning, costs, pointValue, net }) => [meaning, costs, pointValue, net]),
    about: result.details.map(({ message }) => message),
  };
}

function taken(lines: readonly MoneyLine[], rest: Partial<MoneyFile> = {}) {
  const result = solve(lines, rest);
  if (result.answer !== 'taken') throw new Error(JSON.stringify(result));
  const { meaning, model, rows } = result;
  return { meaning, model, values: rows.map((row) => row.pointValue), nets: rows.map((row) => row.plNet) };
}

const with_ = (answers: MoneyAnswers) => ({ answers });
const FEE_AND_SWAP = [
  { name: 'commission', kind: 'fee' },
  { name: 'swap', kind: 'carry' },
] as const;

/** Net and gross explain it with values that are about equally simple. */
const NET_OR_GROSS: MoneyLine[] = [['X', 'long', '1', '100', '110', '500.00', '50.00']];

describe('a printed profit is asked', () => {
  it('if net and gross both explain it', () => {
    expect(asked(NET_OR_GROSS)).toEqual({
      choices: [
        ['gross', null, '50', '450'],
        ['net', null, '55', '500'],
      ],
      about: ['the profit may be net or gross of the listed costs'],
    });
    expect(taken(NET_OR_GROSS, with_({ profit: 'net' }))).toMatchObject({ values: ['55'], nets: ['500'] });
    expect(taken(NET_OR_GROSS, with_({ profit: 'gross' }))).toMatchObject({ values: ['50'], nets: ['450'] });
    expect(taken(NET_OR_GROSS, with_({ pointValue: '50' }))).toMatchObject({
      meaning: 'gross',
      nets: ['450'],
    });
  });

  it('if the point value has more than three digits, or is below 1', () => {
    expect(asked([['X', 'long', '1', '100', '110', '12345.00']]).choices).toEqual([
      ['net', null, '1234.5', '12345'],
    ]);
    expect(asked([['X', 'long', '2', '100', '110', '10.00']]).about).toEqual(['the point value is below 1']);
    const net = { profit: { name: 'net', kind: 'net' } } as const;
    expect(taken([['X', 'long', '2', '100', '110', '10.00']], net).values).toEqual(['0.5']);
  });

  it('if few rows show an unusual value beside listed costs', () => {
    const lines = (count: number): MoneyLine[] =>
      Array.from({ length: count }, () => ['X', 'long', '1', '100', '110', '350.00', '3.21']);
    expect(asked(lines(2)).about).toEqual(['the point value is unusual for a contract']);
    expect(taken(lines(3))).toMatchObject({ meaning: 'gross', values: ['35', '35', '35'] });
  });

  it('if the sign of costs is not clear', () => {
    const mixed: MoneyLine[] = [['EURUSD', 'long', '2', '1.20000', '1.20100', '200.00', '14.00', '-3.20']];
    expect(asked(mixed, { costColumns: FEE_AND_SWAP }).choices).toEqual([
      ['gross', 'paid', '100000', '189.2'],
      ['gross', 'credit', '100000', '210.8'],
    ]);
    const answered = { costColumns: FEE_AND_SWAP, ...with_({ costs: 'paid' }) };
    expect(taken(mixed, answered).nets).toEqual(['189.2']);
    expect(taken(mixed, { costColumns: FEE_AND_SWAP, costSign: 'credit' }).nets).toEqual(['210.8']);

    const rebates: MoneyLine[] = [
      ['ETH', 'long', '1', '200', '220', '20.00', '-0.40'],
      ['ETH', 'long', '1', '200', '210', '10.00', '0.20'],
    ];
    expect(asked(rebates).choices.map(([, costs, , net]) => [costs, net])).toEqual([
      ['credit', '29.8'],
      ['paid', '30.2'],
    ]);

    const swaps = { costColumns: [{ name: 'swap', kind: 'carry' }] } as const;
    const positive: MoneyLine[] = [['ETH', 'long', '1', '200', '220', '20.00', '0.40']];
    expect(asked(positive, swaps).choices.map(([, costs]) => costs)).toEqual(['paid', 'credit']);
    const negative: MoneyLine[] = [['ETH', 'long', '1', '200', '220', '20.00', '-0.40']];
    expect(taken(negative, swaps)).toMatchObject({ meaning: 'gross', nets: ['19.6'] });
  });

  it('if costs are in another currency, and the profit is not named net', () => {
    const lines: MoneyLine[] = [['ETHUSD', 'long', '2', '2000.00', '2100.00', '200.00']];
    expect(asked(lines, { hasForeignCosts: true }).choices).toEqual([['net', null, '1', '200']]);
    const net = { profit: { name: 'net', kind: 'net' }, hasForeignCosts: true } as const;
    expect(taken(lines, net).nets).toEqual(['200']);
  });

  it('if a result may be in R or pips', () => {
    const result = { profit: { name: 'result', kind: 'unknown', hasNoUnit: true } } as const;
    expect(asked([['X', 'long', '1', '100', '110', '500.00']], result).about).toEqual([
      'column result does not say whether it is money, R or pips',
    ]);
    expect(taken([['X', 'long', '1', '100', '110', '10.00']], result).values).toEqual(['1']);
  });

  it('if a row without a profit has no known value', () => {
    const lines: MoneyLine[] = [
      ['X', 'long', '1', '100', '105', ''],
      ['X', 'long', '1', '100', '110', '500.00'],
    ];
    expect(asked(lines).choices).toEqual([['net', null, '50', '750']]);
    expect(taken(lines, with_({ pointValue: '50' })).nets).toEqual(['250', '500']);
    const moved: MoneyLine[] = [...lines, ['X', 'short', '1', '100', '110', '-500.00']];
    expect(solve(moved)).toMatchObject({
      answer: 'taken',
      money: [{ rows: 3, agree: 2, fileTotal: '0', total: '0', net: '250' }],
    });
  });

  it('if costs of rows are received, listed, or at another value', () => {
    expect(asked([['ETHUSD', 'short', '1', '2000.00', '2002.00', '5.00']]).choices).toEqual([
      ['net', null, '1', '5'],
    ]);
    const listed: MoneyLine[] = [
      ['B', 'long', '1', '100.00', '110.00', '9.79', '0.11'],
      ['B', 'short', '1', '110.00', '105.00', '4.69', '0.07'],
    ];
    expect(asked(listed).about).toEqual(['the rows have other costs than the listed ones']);
    const scratch: MoneyLine[] = [
      ['ES', 'long', '1', '5000.00', '5000.00', '-4.50'],
      ['ES', 'long', '1', '5000.00', '5000.25', '8.00'],
      ['ES', 'short', '1', '5000.25', '5000.00', '8.00'],
    ];
    expect(asked(scratch).choices).toEqual([['net', null, '50', '11.5']]);
    expect(asked(scratch).about).toEqual(['the rows may have costs of their own at this point value']);
  });

  it('if a file that names one currency seems to have two', () => {
    const lines: MoneyLine[] = [
      ['YM', 'long', '2', '40022', '40125', '966.23'],
      ['YM', 'short', '1', '38056', '38234', '-797.28'],
      ['YM', 'short', '2', '39212', '39502', '-2752.21'],
      ['YM', 'long', '2', '37839', '38369', '4857.04'],
      ['YM', 'short', '2', '38845', '38730', '1087.26'],
    ];
    expect(asked(lines).about).toEqual(['the profits seem to be in another currency than the prices']);
    const named = { priceCurrency: 'USD', profitCurrency: 'EUR' };
    expect(taken(lines, named)).toMatchObject({ meaning: 'net', model: 'conversion' });
  });

  it('never again with an answer', () => {
    const line = fc.tuple(
      fc.constantFrom('A', 'EURJPY'),
      fc.constantFrom('long' as const, 'short' as const),
      fc.constantFrom('1', '0.5'),
      fc.integer({ min: 90, max: 110 }).map(String),
      fc.integer({ min: 90, max: 110 }).map(String),
      fc.oneof(fc.constant(''), fc.integer({ min: -50, max: 50 }).map(String)),
      fc.constantFrom('0', '1.5', '-2'),
    );
    const profit = fc.constantFrom('net' as const, 'gross' as const);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), profit, (lines, meaning) => {
        const result = solve(lines, with_({ profit: meaning }));
        expect(result.answer).toBe('taken');
        if (result.answer !== 'taken' || result.meaning === 'none') return;
        for (const [place, { plNet, pointValue, feesPaid }] of result.rows.entries()) {
          const [, side, qty, entry, exit, printed] = lines[place]!;
          const move = (Number(exit) - Number(entry)) * Number(qty) * (side === 'long' ? 1 : -1);
          expect(Number(plNet)).toBeCloseTo(Number(pointValue) * move - Number(feesPaid), 6);
          // Profits are printed in whole numbers.
          if (meaning === 'net' && printed !== '')
            expect(Math.abs(Number(plNet) - Number(printed))).toBeLessThan(1.000001);
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
