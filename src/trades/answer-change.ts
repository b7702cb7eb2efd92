import { ANSWER_CHANGES, type AnswerChange, type FirstAnswer } from './first-answer.entity.js';

/** The values of a trade that make an answer. */
type Answer = Pick<FirstAnswer, (typeof FACTS)[number] | (typeof COSTS_AND_POINT_VALUE)[number] | 'stopLoss'>;

/** The values by which a new trade is recognised as one that was removed, apart from its market. */
const FACTS = ['side', 'qty', 'entryPrice', 'exitPrice', 'entryTime', 'exitTime'] as const;
const COSTS_AND_POINT_VALUE = ['feesPaid', 'spreadPaid', 'slippagePaid', 'pointValue'] as const;

/** Returns a text that is equal for trades with the same market, side, quantity, prices and times. */
export const factsKey = (trade: Pick<FirstAnswer, (typeof FACTS)[number] | 'feed' | 'symbol'>): string =>
  [trade.symbol, trade.feed, ...FACTS.map((name) => trade[name])].join(' ');

/** Returns how two versions of a trade differ; null if they differ in notes, tags, target or position at most. */
export function answerChange(
  before: Answer,
  after: Answer,
): Extract<AnswerChange, 'costs' | 'edited'> | null {
  const differ = (names: readonly (keyof Answer)[]) => names.some((name) => before[name] !== after[name]);
  if (differ([...FACTS, 'stopLoss'])) return 'edited';
  return differ(COSTS_AND_POINT_VALUE) ? 'costs' : null;
}

export const largerChange = (one: AnswerChange, other: AnswerChange): AnswerChange =>
  ANSWER_CHANGES.indexOf(one) < ANSWER_CHANGES.indexOf(other) ? other : one;
