import { readFileSync } from 'node:fs';
import { UnreadableCsv, moneyOfCsv } from '../../../../test/support/money-csv.js';
import { realData } from '../../../../test/support/real-data.js';
import { itWith } from '../../../../test/support/with-recordings.js';
import type { MoneyResult } from './money-result.js';
import { solveMoney } from './solve-money.js';

interface MoneyCase {
  readonly name: string;
  readonly csv: string;
  readonly accountCurrency: string;
  readonly answer: 'taken' | 'asked' | 'refused';
  readonly meaning?: string;
  readonly model?: string;
  readonly pointValue?: readonly string[];
  readonly feesPaid?: readonly string[];
  readonly plNet?: readonly string[];
  readonly choices?: readonly { meaning: string; model: string; net: string }[];
}

const file = realData('imports/money-cases.ndjson', 'what printed profits say about 138 lists');
const cases: readonly MoneyCase[] =
  file === null
    ? []
    : readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as MoneyCase);

/** Returns the money of a list; a list that cannot be read is refused. */
function moneyOf({ csv, accountCurrency }: MoneyCase): MoneyResult {
  try {
    return solveMoney(moneyOfCsv(csv, accountCurrency));
  } catch (error) {
    if (error instanceof UnreadableCsv) return { answer: 'refused', details: [] };
    throw error;
  }
}

/** Rounds amounts to 1e-9 of their size, which is the precision of the recorded cases. */
const figure = (text: string) => Number(Number(text).toPrecision(9));

describe('the money of recorded lists', () => {
  itWith(file).each(cases.length > 0 ? cases : [{ name: '(no recordings)' } as MoneyCase])(
    '$name',
    (each) => {
      const result = moneyOf(each);
      expect(result.answer).toBe(each.answer);
      if (result.answer === 'taken') {
        const { meaning, model, rows } = result;
        expect({ meaning, model }).toEqual({ meaning: each.meaning, model: each.model });
        for (const field of ['pointValue', 'feesPaid', 'plNet'] as const)
          expect(rows.map((row) => figure(row[field]))).toEqual(each[field]!.map(figure));
      } else if (result.answer === 'asked' && each.choices) {
        const choices = result.choices.map(({ meaning, model, net }) => ({
          meaning,
          model,
          net: figure(net),
        }));
        const expected = each.choices.map((choice) => ({ ...choice, net: figure(choice.net) }));
        const byMeaning = (a: { meaning: string }, b: { meaning: string }) =>
          a.meaning.localeCompare(b.meaning);
        expect(choices.toSorted(byMeaning)).toEqual(expected.toSorted(byMeaning));
      }
    },
  );
});
