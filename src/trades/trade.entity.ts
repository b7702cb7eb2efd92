import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Feed } from '../shared/market/feeds.js';
import type { Side } from '../shared/market/sides.js';

/** The run of the session that had shown the time of an entry before the trade was stored. */
export const SECOND_LOOKS = ['run', 'earlier-run'] as const;
export type SecondLook = (typeof SECOND_LOOKS)[number];

/** A closed trade: the values that were sent, and the costs and profit. */
@Entity('trades')
export class Trade {
  @PrimaryColumn('uuid')
  workspaceId!: string;

  @PrimaryColumn('uuid')
  sessionId!: string;

  /** Identity of the trade within its session, chosen by the client. */
  @PrimaryColumn('text', { collation: 'C' })
  clientId!: string;

  @Column('uuid')
  id!: string;

  @Column('bigint')
  entryTime!: number;

  @Column('bigint')
  exitTime!: number;

  @Column('bigint')
  createdAt!: number;

  @Column('double precision')
  qty!: number;

  @Column('double precision')
  entryPrice!: number;

  @Column('double precision')
  exitPrice!: number;

  @Column('double precision', { nullable: true })
  stopLoss!: number | null;

  @Column('double precision', { nullable: true })
  takeProfit!: number | null;

  /** Money that one unit of quantity earns when the price rises by 1. */
  @Column('double precision', { default: 1 })
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

  /** Costs that were sent rather than computed: a sum of `GIVEN_COST_BITS`. */
  @Column('smallint')
  givenCosts!: number;

  @Column('text')
  symbol!: string;

  @Column('text')
  feed!: Feed;

  @Column('text')
  side!: Side;

  /** Label of the position that the trade closed, or closed a part of; null if the trade has none. */
  @Column('text', { nullable: true })
  positionId!: string | null;

  /**
   * Set if the time of the entry was shown before the trade was stored: in the present run, before a step back, or in an
   * earlier run of the session. Never changes.
   */
  @Column('text', { nullable: true })
  secondLook!: SecondLook | null;

  @Column('text')
  note!: string;

  /** Tags in the order given, without duplicates. */
  @Column('text', { array: true, default: [] })
  tags!: string[];

  /** Time of the last edit; null if the trade was never edited. */
  @Column('bigint', { nullable: true })
  updatedAt!: number | null;

  /** `contentHash` of the trade as it was first sent; null if the trade was never edited. */
  @Column('bytea', { nullable: true })
  sentHash!: Buffer | null;
}
