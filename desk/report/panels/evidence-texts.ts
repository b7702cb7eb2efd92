import type { EvidenceQuestionDto } from '../../../src/review/evidence/routes/evidence.dto.js';
import { EVIDENCE_THRESHOLDS } from '../../../src/review/desk/sheet/evidence-thresholds.js';
import { number, percent, plural, share, signedAmount, signedPercent } from '../format.js';
import type { EvidenceQuestion } from './evidence-questions.js';

type Writer = (value: number, threshold: number | null, currency: string, decimals: number) => string;

const { costFactor, bestShare } = EVIDENCE_THRESHOLDS;

const MEASURED: Readonly<Record<EvidenceQuestion, Writer>> = {
  'expectancy-above-zero': (value, least) => `probability ${share(value)}, at least ${share(least)}`,
  'first-answers-kept': (value, most) => `p ${number(value, 3)}, at most ${number(most, 3)}`,
  'better-than-random-entries': (value, most) => `p ${number(value, 3)}, at most ${number(most, 3)}`,
  'better-than-buy-and-hold': (value, held) =>
    held === null
      ? `return ${signedPercent(value)}`
      : `return ${signedPercent(value)}, holding ${signedPercent(held)}`,
  'survives-costs': (value, _, currency, decimals) =>
    `${signedAmount(value, decimals)} ${currency} at ${costFactor} times the costs`,
  'survives-tries': (value, least) => `deflated Sharpe ${share(value)}, at least ${share(least)}`,
  'fills-possible': (value) =>
    value === 0 ? 'none is known to be impossible' : plural(value, 'impossible fill'),
  'times-fit': () => '',
  'drawdown-seen': (value, most) =>
    `${percent(value)} at market prices${most === null ? '' : `, at most ${percent(most)}`}`,
  'market-unseen': (value, most) => `${share(value)} of the entries seen before, at most ${share(most)}`,
  'not-few-trades': (value, _, currency, decimals) =>
    `${signedAmount(value, decimals)} ${currency} without the best ${share(bestShare, 0)}`,
};

/** Returns the figure and its threshold in words; empty if the figure is not known. */
export const measuredText = (
  { question, value, threshold }: EvidenceQuestionDto,
  currency: string,
  decimals: number,
): string => (value === null ? '' : MEASURED[question](value, threshold, currency, decimals));

/** Returns the reason of a verdict in words; empty if there is none. */
export const reasonText = ({ question, verdict, reason }: EvidenceQuestionDto): string => {
  if (reason === null) return question === 'times-fit' && verdict === 'supports' ? 'they do' : '';
  return REASONS[reason];
};

/** The first two reasons belong to verdicts that need no explanation, because the candles are complete. */
const REASONS: Readonly<Record<NonNullable<EvidenceQuestionDto['reason']>, string>> = {
  'candles-loaded': '',
  'session-finished': '',
  'no-trades': 'no trades',
  'no-valid-stops': 'no trade has a valid stop',
  'candles-unavailable': 'no candles of these trades are stored',
  'candles-loading': 'candles are loading',
  'session-active': 'finish the session to see it',
  'too-many-trades': 'too many trades',
  'too-many-minutes': 'too many minutes',
  'timestamps-not-aligned': 'the times of the trades do not fit the candles',
  'no-measured-trades': 'no trade lasts long enough',
  'closed-market': 'a market of the session closes at times',
  computing: 'is computed',
  'too-few-trades': 'too few trades for a statement',
  'answers-changed': 'answers were changed',
  'earlier-runs': 'the market was shown in earlier runs or draws',
  undefined: 'not defined for these trades',
  'no-costs': 'the trades have no costs',
  rebates: 'the costs are negative',
  'no-variance': 'fewer than two tries have figures of 20 trading days',
  'too-many-trials': 'too many tries',
  pending: 'figures of the tries are computed',
  'too-few-known-fills': 'too few fills can be checked',
  'no-realised-drawdown': 'there is no realised drawdown',
  incomplete: 'candles are missing',
  between: 'the candles leave both open',
  'equity-not-positive': 'the equity falls to 0',
  unknown: 'too few prices to judge',
  shifted: 'all are shifted by the same time',
  zone: 'they are in another time zone',
  'no-fit': 'prices do not occur at these times',
  unit: 'they are in another unit',
};
