import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord, Whole, Word } from '../../../shared/fields/answer-fields.js';
import { Optional, QueryNumber } from '../../../shared/fields/fields.js';
import {
  EVIDENCE_BOUNDS,
  EVIDENCE_DEFAULTS,
  type EvidenceParameters,
} from '../questions/evidence-parameters.js';
import {
  EVIDENCE_REASONS,
  type EvidenceReason,
  type EvidenceSource,
  QUESTIONS,
  type Question,
  EVIDENCE_SOURCES,
  EVIDENCE_VERDICTS,
  type EvidenceVerdict,
} from '../questions/question.js';

/** The thresholds of the questions. */
export class EvidenceQuery implements EvidenceParameters {
  /**
   * Minimum probability that the expectancy is above 0, and minimum deflated Sharpe ratio.
   * @example 0.95
   */
  @Optional()
  @QueryNumber(EVIDENCE_BOUNDS.confidence)
  readonly confidence: number = EVIDENCE_DEFAULTS.confidence;

  /**
   * Minimum number of trades for a statement about the expectancy.
   * @example 30
   */
  @Optional()
  @QueryNumber(EVIDENCE_BOUNDS.minTrades)
  readonly minTrades: number = EVIDENCE_DEFAULTS.minTrades;

  /**
   * Maximum p value of the change from the first answers to the trades as kept.
   * @example 0.05
   */
  @Optional()
  @QueryNumber(EVIDENCE_BOUNDS.maxFirstAnswersP)
  readonly maxFirstAnswersP: number = EVIDENCE_DEFAULTS.maxFirstAnswersP;

  /**
   * Maximum p value of the entries among random entries.
   * @example 0.05
   */
  @Optional()
  @QueryNumber(EVIDENCE_BOUNDS.maxPValue)
  readonly maxPValue: number = EVIDENCE_DEFAULTS.maxPValue;

  /**
   * The result must be above 0 at this multiple of the costs.
   * @example 2
   */
  @Optional()
  @QueryNumber(EVIDENCE_BOUNDS.costFactor)
  readonly costFactor: number = EVIDENCE_DEFAULTS.costFactor;

  /**
   * Maximum drawdown at market prices, as a multiple of the drawdown of the realised equity.
   * @example 1.5
   */
  @Optional()
  @QueryNumber(EVIDENCE_BOUNDS.maxHidden)
  readonly maxHidden: number = EVIDENCE_DEFAULTS.maxHidden;

  /**
   * Maximum share of entries that earlier sessions have seen.
   * @example 0.2
   */
  @Optional()
  @QueryNumber(EVIDENCE_BOUNDS.maxSeen)
  readonly maxSeen: number = EVIDENCE_DEFAULTS.maxSeen;

  /**
   * Share of the trades that are left out, beginning with the best trade. The number of these trades is rounded up.
   * @example 0.05
   */
  @Optional()
  @QueryNumber(EVIDENCE_BOUNDS.bestShare)
  readonly bestShare: number = EVIDENCE_DEFAULTS.bestShare;
}

/** The answer to a question. */
export class EvidenceQuestionDto {
  /**
   * Name of the question.
   * @example "survives-costs"
   */
  @Word(QUESTIONS)
  readonly question!: Question;

  /**
   * `supports`: the figure shows what the question asks. `doubts`: the figure does not show what the question asks,
   * which does not mean that the opposite is true. `cannot-say`: the question cannot be answered, for the reason in
   * `reason`.
   * @example "supports"
   */
  @Word(EVIDENCE_VERDICTS)
  readonly verdict!: EvidenceVerdict;

  /**
   * Name of the figure that decides the question: a name of `stats/explain`, `timestamps.verdict`, a field of the
   * analysis `selection`, or a figure of this analysis.
   * @example "plGross − costFactor · costs"
   */
  readonly figure!: string;

  /**
   * Value of the figure. Null if it is unknown, and for `times-fit`, which has no number.
   * @example 90.5
   */
  @NullableNumber()
  readonly value!: number | null;

  /**
   * Threshold with which the value is compared. Null if it is unknown, and for `times-fit`, which has no number.
   * @example 0
   */
  @NullableNumber()
  readonly threshold!: number | null;

  /**
   * The analysis that has the figure, by the last part of its route. `selection` is a route of the project.
   * @example "costs"
   */
  @Word(EVIDENCE_SOURCES)
  readonly source!: EvidenceSource;

  /**
   * Reason why the question cannot be answered, or the verdict of `timestamps` if the times do not fit. Null otherwise.
   */
  @NullableWord(EVIDENCE_REASONS)
  readonly reason!: EvidenceReason | null;

  /**
   * The numbers behind the value in a sentence that does not judge them. Only `first-answers-kept` has a sentence, if
   * there are answers.
   * @example "4 of 6 answers were removed or changed after they were stored, and 3 were given again with the outcome known: net −4.00 as first answered, +6.00 as kept."
   */
  @ApiProperty({ type: String, nullable: true })
  readonly sentence!: string | null;
}

export class EvidenceAnswer {
  /** Version of the formulas. */
  readonly calculationVersion!: string;

  /** The answers: always the same eleven questions in the same order. There is no total. */
  readonly questions!: EvidenceQuestionDto[];

  /**
   * Number of questions with the reason `computing`. A later request returns their answers.
   * @example 0
   */
  @Whole()
  readonly pending!: number;
}
