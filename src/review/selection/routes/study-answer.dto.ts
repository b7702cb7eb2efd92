import { ApiProperty } from '@nestjs/swagger';
import { NullableWord, Whole, Word } from '../../../shared/fields/answer-fields.js';
import { ENDS } from './study-state.js';

export const STATES = ['ready', 'pending', 'unavailable'] as const;

/** State of the figures of a study. */
export type StudyState = (typeof STATES)[number];

/** Fields of every response about a study. */
export class StudyAnswer {
  /** Version of the formulas. It changes whenever a formula changes. */
  readonly calculationVersion!: string;

  /**
   * Name of the study; null for the study of the project itself.
   * @example "Moving averages"
   */
  @ApiProperty({ type: String, nullable: true })
  readonly study!: string | null;
}

/** A row of the ledger. */
export class TryIdDto {
  /**
   * Id of the session.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @ApiProperty({ format: 'uuid' })
  readonly sessionId!: string;

  /**
   * Number of the run of the session. It starts at 1 and grows by 1 each time that all trades of the session are
   * removed.
   * @example 1
   */
  @Whole()
  readonly run!: number;
}

export const EndedWord = () => NullableWord(ENDS);
export const StateWord = () => Word(STATES);
