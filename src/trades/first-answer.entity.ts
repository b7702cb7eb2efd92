import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TradeValues } from './trade-values.js';

/**
 * The changes of a trade after it was stored, smallest first. With `costs`, only costs or the point value changed.
 */
export const ANSWER_CHANGES = ['costs', 'edited', 'deleted', 'rewound'] as const;
export type AnswerChange = (typeof ANSWER_CHANGES)[number];

/**
 * A trade of the present run as it was first stored. Written when the trade is first changed or removed. Notes, tags,
 * targets and positions are not kept.
 */
@Entity('first_answers')
export class FirstAnswer extends TradeValues {
  @PrimaryColumn('uuid')
  workspaceId!: string;

  @PrimaryColumn('uuid')
  sessionId!: string;

  @PrimaryColumn('uuid')
  tradeId!: string;

  @Column('text')
  kind!: AnswerChange;

  /** When the trade was last changed, or removed. */
  @Column('bigint')
  changedAt!: number;

  @Column('double precision')
  pointValue!: number;

  /** Equals the clientId of the trade, as long as the trade is stored. */
  @Column('text')
  clientId!: string;
}
