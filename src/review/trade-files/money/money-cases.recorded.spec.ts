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
  readonly choices?: readonly Choice[];
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

/** Returns the places of the amounts that differ from the recorded ones by more than 1e-9 of the amount. */
const differing = (amounts: readonly string[], recorded: readonly string[]): number[] =>
  recorded.flatMap((text, place) =>
    Math.abs(Number(amounts[place]) - Number(text)) <= 1e-9 * Math.abs(Number(text)) ? [] : [place],
  );

interface Choice {
  readonly meaning: string;
  readonly model: string;
  readonly net: string;
}

const byMeaning = (a: Choice, b: Choice) => a.meaning.localeCompare(b.meaning);
const named = ({ meaning, model }: Choice) => ({ meaning, model });
const net = (choice: Choice) => choice.net;

describe('the money of recorded lists', () => {
  itWith(file).each(cases.length > 0 ? cases : [{ name: '(no recordings)' } as MoneyCase])(
    '$name',
    (each) => {
      const result = moneyOf(each);
      expect(result.answer).toBe(each.answer);
      if (result.answer === 'taken') {
        const { meaning, model, rows } = result;
        expect({ meaning, model }).toEqual({ meaning: each.meaning, model: each.model });
        for (const field of ['pointValue', 'feesPaid', 'plNet'] as const) {
          expect(rows.length).toBe(each[field]!.length);
          expect(
            differing(
              rows.map((row) => row[field]),
              each[field]!,
            ),
          ).toEqual([]);
        }
      } else if (result.answer === 'asked' && each.choices) {
        const choices = result.choices.toSorted(byMeaning);
        const recorded = each.choices.toSorted(byMeaning);
        expect(choices.map(named)).toEqual(recorded.map(named));
        expect(differing(choices.map(net), recorded.map(net))).toEqual([]);
      }
    },
  );

  itWith(file)('are 138', () => {
    expect(cases).toHaveLength(138);
  });
});
