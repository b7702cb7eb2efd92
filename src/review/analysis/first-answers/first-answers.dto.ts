import { ApiProperty } from '@nestjs/swagger';
import { StatsQuery } from '../../../stats/stats.dto.js';
import { Id, NullableWord, Word } from '../../../shared/fields/answer-fields.js';
import { Figures } from '../../../shared/figures/figures.dto.js';
import { SIDES, type Side } from '../../../shared/market/sides.js';
import { measureFields } from '../measure-fields.js';
import { LISTED_KINDS, type ListedKind } from './answer-list.js';
import { FIRST_ANSWERS_DEFINITIONS } from './first-answers-definitions.js';
import { FIRST_ANSWER_REASONS } from './first-answers.js';

export class FirstAnswersQuery extends StatsQuery {}

export class AnswerChangesDto extends measureFields(FIRST_ANSWERS_DEFINITIONS.changes) {}

export class ListedAnswerDto extends measureFields(FIRST_ANSWERS_DEFINITIONS.list) {
  /** Id of the trade. A trade that went is no longer stored. */
  @Id()
  readonly tradeId!: string;

  /**
   * Identity of the trade within its session, chosen by the client.
   * @example "trade-7"
   */
  readonly clientId!: string;

  /**
   * `removed`: an answer that was deleted or rewound. `edited`: an answer of which more than the costs was changed.
   * `costs`: an answer of which only the costs or the point value were changed. `second-look`: a stored trade that was
   * made in time that the run had shown before. `earlier-look`: a stored trade that was made in time that an earlier
   * run or draw had shown. `retaken`: a second look that was deleted or rewound.
   * @example "removed"
   */
  @Word(LISTED_KINDS)
  readonly kind!: ListedKind;

  /** Direction of the first version, or of a look of the stored trade. */
  @Word(SIDES)
  readonly side!: Side;
}

export class FirstAnswersAnswer extends measureFields(FIRST_ANSWERS_DEFINITIONS) {
  /** Version of the formulas. */
  readonly calculationVersion!: string;

  /**
   * `no-trades` if the session has no trades and no first answers. `too-many-trades` if more than 100,000 answers were
   * changed or are looks: then the figures are null. Otherwise null.
   */
  @NullableWord(FIRST_ANSWER_REASONS)
  readonly reason!: (typeof FIRST_ANSWER_REASONS)[number] | null;

  /** Figures of the answers as they were first stored, without second looks. Null with `too-many-trades`. */
  @ApiProperty({ type: () => Figures, nullable: true })
  readonly asFirst!: Figures | null;

  /** Figures of the stored trades. Null with `too-many-trades`. */
  @ApiProperty({ type: () => Figures, nullable: true })
  readonly asKept!: Figures | null;

  /** The changes of the answers after they were first stored. */
  readonly changes!: AnswerChangesDto;

  /** The newest 1,000 changed answers and looks: newest first, then by id of the trade. */
  readonly list!: ListedAnswerDto[];
}
