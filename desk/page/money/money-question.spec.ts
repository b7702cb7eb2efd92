import { ApiProblem, type MoneyChoice } from '../../api/problem.js';
import type { SymbolProof } from './proof-sums.js';
import { optionsOf, questionOf, refusedMoney, titleOf } from './money-question.js';

const choice = (fields: Partial<MoneyChoice> = {}): MoneyChoice => ({
  meaning: 'net',
  costs: null,
  pointValue: 50,
  total: 10,
  net: 10,
  ...fields,
});
const CHOICES = [choice(), choice({ meaning: 'gross', net: 8 })];
const SIGNS = [choice({ costs: 'paid' }), choice({ costs: 'credit' })];
const money = [{ column: null }, { column: 'P/L' }] as unknown as SymbolProof[];
const preview = (choices: MoneyChoice[] | null) => ({ money, choices });

describe('the question about the profits in a file', () => {
  it('is that of the first session with choices, with the name of the column', () => {
    expect(questionOf([])).toBeNull();
    expect(questionOf([preview(null)])).toBeNull();
    const question = questionOf([preview(null), preview(CHOICES)])!;
    expect(question).toEqual({ column: 'P/L', choices: CHOICES, rows: [] });
    expect(titleOf(question)).toBe('The file does not say what column P/L means');
    expect(titleOf(question, 3)).toBe('3 files do not say what column P/L means');
    expect(titleOf({ ...question, column: null })).toBe('The file does not say what the profits mean');
  });

  it('has an answer for each choice, and one to ignore the profits', () => {
    expect(optionsOf(questionOf([preview(CHOICES)])!)).toEqual([
      { answer: { profit: 'net' }, label: 'Net of all costs' },
      { answer: { profit: 'gross' }, label: 'Gross, before the listed costs' },
      { answer: { profit: 'ignore' }, label: 'Ignore the profits, use the prices alone' },
    ]);
  });

  it('is about costs if the choices differ in what a positive cost means', () => {
    const question = questionOf([preview(SIGNS)])!;
    expect(titleOf(question)).toBe('The file does not say whether costs are paid or received');
    expect(optionsOf(question).slice(0, 2)).toEqual([
      { answer: { profit: 'net', costs: 'paid' }, label: 'Net of all costs, costs are paid' },
      { answer: { profit: 'net', costs: 'credit' }, label: 'Net of all costs, costs are received' },
    ]);
  });
});

describe('the question of a refused file', () => {
  const refused = (details: ApiProblem['details'], choices: readonly MoneyChoice[] = []) =>
    new ApiProblem(
      400,
      choices.length > 0 ? 'MONEY_UNCLEAR' : 'VALIDATION_FAILED',
      '',
      details,
      null,
      null,
      choices,
    );

  it('has the choices of the service', () => {
    const problem = refused([{ field: 'profit', message: 'is unclear' }], CHOICES);
    expect(refusedMoney(problem)).toEqual({ column: null, choices: CHOICES, rows: [] });
    expect(refusedMoney(problem, [preview(null)])).toMatchObject({ column: 'P/L' });
  });

  it.each(['lines[2].profit', 'trades[0].profit'])('has the rows that disagree, in %s', (field) => {
    const question = refusedMoney(refused([{ field, message: 'disagrees with the prices; row: wrong' }]))!;
    expect(question).toEqual({ column: null, choices: [], rows: ['row: wrong'] });
    expect(titleOf(question)).toBe('The profits in the file disagree with the prices');
    expect(optionsOf(question).map(({ answer }) => answer)).toEqual([
      { profit: 'net' },
      { profit: 'gross' },
      { profit: 'ignore' },
    ]);
  });

  it('does not exist if the problem is another', () => {
    expect(refusedMoney(refused([{ field: 'lines[3].profit', message: 'must be a number' }]))).toBeNull();
    expect(refusedMoney(refused([]))).toBeNull();
  });
});
