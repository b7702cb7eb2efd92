import type { FirstAnswersAnswer } from '../../analysis/first-answers/first-answers.dto.js';
import { accountDecimals } from '../../../shared/figures/account-decimals.js';
import type { EvidenceParameters } from './evidence-parameters.js';
import { type Found, isFound } from './found.js';
import { type Answered, type Measured, cannotSay, judged } from './question.js';

type Answers = Pick<FirstAnswersAnswer, 'reason' | 'changes' | 'earlierRuns' | 'earlierLooks'> & {
  readonly [Name in 'asFirst' | 'asKept']: Pick<
    NonNullable<FirstAnswersAnswer[Name]>,
    'tradeCount' | 'plNet'
  > | null;
};

/** Were the trades kept as they were first stored? */
export function firstAnswersKept(
  answers: Found<Answers>,
  { maxFirstAnswersP }: Pick<EvidenceParameters, 'maxFirstAnswersP'>,
  initialBalance: number,
): Answered {
  const isKnown = isFound(answers);
  const measured: Measured = {
    question: 'first-answers-kept',
    figure: 'first-answers.changes.pValue',
    value: isKnown ? answers.changes.pValue : null,
    threshold: maxFirstAnswersP,
    source: 'first-answers',
  };
  if (!isKnown) return cannotSay(measured, answers);
  if (answers.reason !== null) return cannotSay(measured, answers.reason);
  const sentence = sentenceOf(answers, accountDecimals(initialBalance));
  return { ...answered(measured, answers, maxFirstAnswersP), sentence };
}

function answered(
  measured: Measured,
  { changes: { change, pValue, helped, secondLooks, retaken }, earlierRuns, earlierLooks }: Answers,
  most: number,
): Answered {
  if (change !== null && change > 0 && pValue !== null && pValue <= most) return judged(measured, false);
  if (helped > 0 || secondLooks > 0 || retaken > 0) return cannotSay(measured, 'answers-changed');
  return earlierRuns > 0 || earlierLooks > 0 ? cannotSay(measured, 'earlier-runs') : judged(measured, true);
}

/** Names the numbers of the changes. The sentence does not judge them. */
function sentenceOf({ asFirst, asKept, changes }: Answers, decimals: number): string | null {
  if (asFirst === null || asKept === null) return null;
  const changed = changes.removed + changes.edited + changes.costs;
  const again = changes.secondLooks + changes.retaken;
  return (
    `${changed} of ${asFirst.tradeCount} answers ${were(changed)} removed or changed after ${changed === 1 ? 'it was' : 'they were'} stored, and ` +
    `${again} ${were(again)} given again with the outcome known: net ${signedAmount(asFirst.plNet, decimals)} as ` +
    `first answered, ${signedAmount(asKept.plNet, decimals)} as kept.`
  );
}

const were = (count: number): string => (count === 1 ? 'was' : 'were');

const MINUS = '\u2212';

/** Writes an amount like the desk: +1,204.50, or 0.00 without a sign. */
function signedAmount(amount: number, decimals: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const text = Math.abs(amount).toLocaleString('en-US', digits);
  if (!/[1-9]/.test(text)) return text;
  return (amount < 0 ? MINUS : '+') + text;
}
