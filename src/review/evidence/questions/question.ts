import { CANDLE_REASONS } from '../../analysis/minutes/candle-states.js';

/** The questions, in the order of the response. */
export const QUESTIONS = [
  'expectancy-above-zero',
  'first-answers-kept',
  'better-than-random-entries',
  'better-than-buy-and-hold',
  'survives-costs',
  'survives-tries',
  'fills-possible',
  'times-fit',
  'drawdown-seen',
  'market-unseen',
  'not-few-trades',
] as const;
export type Question = (typeof QUESTIONS)[number];

export const EVIDENCE_VERDICTS = ['supports', 'doubts', 'cannot-say'] as const;
export type EvidenceVerdict = (typeof EVIDENCE_VERDICTS)[number];

/** The analyses that answer the questions, by the last part of the route of each analysis. */
export const EVIDENCE_SOURCES = [
  'risk',
  'first-answers',
  'timing',
  'costs',
  'selection',
  'fills',
  'timestamps',
  'equity',
  'hindsight',
  'stats',
] as const;
export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number];

/** Reasons: why a question cannot be answered, or what is wrong with the times of the trades. */
export const EVIDENCE_REASONS = [
  ...CANDLE_REASONS,
  'computing',
  'too-few-trades',
  'answers-changed',
  'earlier-runs',
  'undefined',
  'no-costs',
  'rebates',
  'no-variance',
  'too-many-trials',
  'pending',
  'too-few-known-fills',
  'no-realised-drawdown',
  'incomplete',
  'between',
  'equity-not-positive',
  'unknown',
  'shifted',
  'zone',
  'no-fit',
  'unit',
] as const;
export type EvidenceReason = (typeof EVIDENCE_REASONS)[number];

/** The figure that decides a question. */
export interface Measured {
  readonly question: Question;
  /**
   * Name of the figure: a name of `stats/explain`, `timestamps.verdict`, a field of the analysis `selection`, or a
   * figure that only the evidence uses.
   */
  readonly figure: string;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly source: EvidenceSource;
}

/** The answer to a question. */
export interface Answered extends Measured {
  readonly verdict: EvidenceVerdict;
  readonly reason: EvidenceReason | null;
  /** Names the numbers behind the value, without a judgement; null if the value is the only number. */
  readonly sentence: string | null;
}

/**
 * Returns the answer to which a figure leads. The verdict `doubts` means that the figure does not show what the
 * question asks. It does not mean that the figure shows the opposite.
 */
export const judged = (measured: Measured, isShown: boolean): Answered => ({
  ...measured,
  verdict: isShown ? 'supports' : 'doubts',
  reason: null,
  sentence: null,
});

export const cannotSay = (measured: Measured, reason: EvidenceReason): Answered => ({
  ...measured,
  verdict: 'cannot-say',
  reason,
  sentence: null,
});
