import { readFileSync } from 'node:fs';
import { FREE_ASSET } from '../../../test/support/free-asset.js';
import { realData } from '../../../test/support/real-data.js';
import { readTrades } from '../../../test/support/trade-files.js';
import { itWith } from '../../../test/support/with-recordings.js';
import { newTrade } from '../../trades/new-trade.js';
import { TradeFileError } from './files/trade-file-error.js';

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

/** Returns the answer of the reader to a list, and the money of its trades. A list that cannot be read is refused. */
async function moneyOf({ csv, accountCurrency }: MoneyCase) {
  const { trades, proofs, unclear, problemCount } = await readTrades(csv, { accountCurrency }).catch(
    (error: unknown) => {
      if (!(error instanceof TradeFileError)) throw error;
      return { trades: [], proofs: [], unclear: null, problemCount: 1 };
    },
  );
  const isRefused = problemCount > 0 || unclear?.choices.length === 0;
  const answer = isRefused ? 'refused' : unclear ? 'asked' : 'taken';
  return { answer, trades, proofs, choices: unclear?.choices ?? [] };
}

/** Returns the places of the amounts that differ from the recorded ones by more than 1e-9 of the amount and rounding. */
const differing = (amounts: readonly number[], recorded: readonly string[]): number[] =>
  recorded.flatMap((text, place) =>
    Math.abs(amounts[place]! - Number(text)) <= 1e-9 * Math.abs(Number(text)) + 1e-8 ? [] : [place],
  );

interface Choice {
  readonly meaning: string;
  readonly model: string;
  readonly net: string;
}

const byMeaning = (a: Choice, b: Choice) => a.meaning.localeCompare(b.meaning);
const named = ({ meaning, model }: Choice) => ({ meaning, model });
const net = (choice: Choice) => Number(choice.net);

describe('the money of recorded lists', () => {
  itWith(file).each(cases.length > 0 ? cases : [{ name: '(no recordings)' } as MoneyCase])(
    '$name',
    async (each) => {
      const { answer, trades, proofs, choices } = await moneyOf(each);
      expect(answer).toBe(each.answer);
      if (answer === 'taken') {
        for (const proof of proofs) expect(proof).toMatchObject({ meaning: each.meaning, model: each.model });
        const amounts = {
          pointValue: trades.map(({ pointValue = 1 }) => pointValue),
          feesPaid: trades.map(({ feesPaid = 0 }) => feesPaid),
          plNet: trades.map((trade) => newTrade(trade, FREE_ASSET, 0).plNet),
        };
        for (const field of ['pointValue', 'feesPaid', 'plNet'] as const) {
          expect(amounts[field].length).toBe(each[field]!.length);
          expect(differing(amounts[field], each[field]!)).toEqual([]);
        }
      } else if (answer === 'asked' && each.choices) {
        const recorded = each.choices.toSorted(byMeaning);
        expect(choices.toSorted(byMeaning).map(named)).toEqual(recorded.map(named));
        const nets = recorded.map((choice) => choice.net);
        expect(differing(choices.toSorted(byMeaning).map(net), nets)).toEqual([]);
      }
    },
  );

  itWith(file)('are 138', () => {
    expect(cases).toHaveLength(138);
  });
});
