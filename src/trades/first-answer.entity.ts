import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Feed } from '../shared/market/feeds.js';
import type { Side } from '../shared/market/sides.js';
import type { SecondLook } from './trade.entity.js';

/**
 * What happened to a trade after it was stored, smallest change first. With `costs`, only costs or the point value
 * changed.
 */
export const ANSWER_CHANGES = ['costs', 'edited', 'deleted', 'rewound'] as const;
export type AnswerChange = (typeof ANSWER_CHANGES)[number];

/**
 * A trade of the present run as it was first stored. Written when the trade is first changed or removed. Notes, tags,
 * targets and positions are not kept.
 */
@Entity('first_answers')
export class FirstAnswer {
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

  @Column('bigint')
  entryTime!: number;

  @Column('bigint')
  exitTime!: number;

  @Column('double precision')
  qty!: number;

  @Column('double precision')
  entryPrice!: number;

  @Column('double precision')
  exitPrice!: number;

  @Column('double precision', { nullable: true })
  stopLoss!: number | null;

  @Column('double precision')
  pointValue!: number;

  @Column('double precision')
  feesPaid!: number;

  @Column('double precision')
  spreadPaid!: number;

  @Column('double precision')
  slippagePaid!: number;

  @Column('double precision')
  plGross!: number;

  @Column('double precision')
  plNet!: number;

  @Column('double precision')
  plPct!: number;

  @Column('double precision', { nullable: true })
  rMultiple!: number | null;

  /** As in `Trade`. */
  @Column('smallint')
  givenCosts!: number;

  /** Equals the clientId of the trade, as long as the trade is stored. */
  @Column('text')
  clientId!: string;

  @Column('text')
  symbol!: string;

  @Column('text')
  feed!: Feed;

  @Column('text')
  side!: Side;

  /** As in `Trade`. */
  @Column('text', { nullable: true })
  secondLook!: SecondLook | null;
}
