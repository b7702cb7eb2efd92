import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord, Whole, Word } from '../../../shared/fields/answer-fields.js';
import { Field } from '../../../shared/fields/fields.js';
import { FIGURES } from '../../../shared/figures/definitions/figures.js';
import { StatsQuery } from '../../../stats/stats.dto.js';
import { UNITS_OF_MEASURES, type UnitOfMeasure } from '../measure-definition.js';
import { CANDLE_REASONS, CANDLE_STATES, type CandleState } from '../minutes/candle-states.js';
import { ALL_TASKS } from '../catalogue/all-tasks.js';
import { ANALYSIS_FIGURES } from '../catalogue/analysis-figures.js';
import type { AnalysisTask } from '../tasks/trade-task.js';
import { EXCLUSION_REASONS, type ExclusionReason } from '../explain/excluded-trades.js';

const NAMES = [...Object.keys(FIGURES), ...ANALYSIS_FIGURES.keys()];
const KNOWN: ReadonlySet<unknown> = new Set(NAMES);

/** All reasons that the analyses give. */
const EXPLAINED_REASONS: readonly string[] = [
  ...new Set([...CANDLE_REASONS, ...ALL_TASKS.flatMap((task: AnalysisTask) => task.reasons ?? [])]),
];

/** The message does not list the names of the figures, because it would be too long. */
const UNKNOWN =
  'must be a numeric field of stats, such as profitFactor, or of an analysis, such as risk.returns.sharpe; ' +
  'the OpenAPI document lists all';

export class ExplainQuery extends StatsQuery {
  /**
   * A numeric field of `stats`, of its `expectancyComponents`, or of the `analytics` of its `idealRAnalysis`. Or a
   * numeric field of an analysis: the last part of its route, followed by the path of fields, such as
   * `risk.returns.sharpe`.
   * @example "profitFactor"
   */
  @Field((value) => (KNOWN.has(value) ? undefined : UNKNOWN), { type: 'string', enum: NAMES })
  readonly figure!: string;
}

export class ExplanationInputDto {
  /**
   * Name of the input, as in the formula.
   * @example "Σ positive plGross"
   */
  readonly name!: string;

  /**
   * Value of the input; null if the input has no value.
   * @example 184.5
   */
  @NullableNumber()
  readonly value!: number | null;
}

export class ExcludedTradesDto {
  /**
   * Reason why these trades do not count for the figure.
   * @example "loss"
   */
  @Word(EXCLUSION_REASONS)
  readonly reason!: ExclusionReason;

  /**
   * Number of trades excluded for this reason.
   * @example 3
   */
  @Whole()
  readonly count!: number;

  /** Ids of the first 100 excluded trades, in trade order. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 100 })
  readonly tradeIds!: readonly string[];
}

export class ExplainAnswer {
  /** Version of the formulas. */
  readonly calculationVersion!: string;

  /**
   * Name of the figure.
   * @example "profitFactor"
   */
  @Word(NAMES)
  readonly figure!: string;

  /**
   * The exact value in `stats`; null if the figure is undefined, for which `stats` contains 0. For a figure of an
   * analysis, the value in the response of the analysis with this threshold and the default values of all other
   * parameters; null for a field of list elements, because each element has its own value.
   * @example 2.36538462
   */
  @NullableNumber()
  readonly value!: number | null;

  /**
   * Unit of the value.
   * @example "ratio"
   */
  @Word(UNITS_OF_MEASURES)
  readonly unit!: UnitOfMeasure;

  /**
   * Definition of the figure.
   * @example "Mean plNet of the wins, above the threshold"
   */
  readonly definition!: string;

  /**
   * Formula of the figure.
   * @example "Σ positive plGross / |Σ negative plGross|"
   */
  readonly formula!: string;

  /**
   * Publication or page of the documentation that defines the formula.
   * @example "Definition of this service, docs/statistics.md"
   */
  readonly source!: string;

  /** Inputs of the formula, in the order of the formula; empty for a figure of an analysis. */
  readonly inputs!: ExplanationInputDto[];

  /**
   * The formula with the values of its inputs and its result, or the reason why the figure is undefined. For a figure
   * of an analysis, null unless the figure is undefined.
   * @example "184.5 / 78 = 2.36538462"
   */
  @ApiProperty({ type: 'string', nullable: true })
  readonly arithmetic!: string | null;

  /**
   * Trades that count for the figure; null for a figure of an analysis.
   * @example 8
   */
  @ApiProperty({ type: 'integer', format: 'int64', nullable: true })
  readonly counted!: number | null;

  /**
   * Trades that do not count, by the reason why they do not count. `counted` and these trades together are all trades.
   * Empty for a figure of an analysis.
   */
  readonly excluded!: ExcludedTradesDto[];

  /**
   * State of the analysis if the figure belongs to an analysis that needs candles, such as the ideal-R analysis;
   * otherwise null.
   */
  @NullableWord(CANDLE_STATES)
  readonly state!: CandleState | null;

  /**
   * For a figure of an analysis, the reason in the response of the analysis. For a figure of the statistics,
   * `no-trades` if there are no trades, otherwise null.
   */
  @NullableWord(EXPLAINED_REASONS)
  readonly reason!: string | null;
}
