import { ApiProperty } from '@nestjs/swagger';
import { Id, Word } from '../shared/fields/answer-fields.js';
import { STATUSES } from './session.entity.js';

/** The fields by which a list shows a session. */
export class NamedSessionDto {
  /**
   * Id of the session.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @Id()
  readonly id!: string;

  /**
   * Name of the session.
   * @example "Breakout 2023"
   */
  readonly name!: string;

  /**
   * `active` or `finished`; only active sessions accept trades.
   * @example "finished"
   */
  @Word(STATUSES)
  readonly status!: string;

  /**
   * Labels of the session, in the order given.
   * @example ["breakout", "2023"]
   */
  @ApiProperty({ type: [String] })
  readonly tags!: readonly string[];
}
