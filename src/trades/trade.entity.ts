import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Feed } from '../market/feeds.js';
import type { Side } from '../market/sides.js';

/** A closed trade: what was sent, and what it cost and earned. */
@Entity('trades')
export class Trade {
  @PrimaryColumn('uuid')
  workspaceId!: string;

  @PrimaryColumn('uuid')
  sessionId!: string;

  /** Identity within the session, chosen by the client. */
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

  /** Which costs were sent rather than computed: a sum of `GIVEN_COST_BITS`. */
  @Column('smallint')
  givenCosts!: number;

  @Column('text')
  symbol!: string;

  @Column('text')
  feed!: Feed;

  @Column('text')
  side!: Side;

  @Column('text')
  note!: string;

  /** In the order given; a list of texts, each once. */
  @Column('text', { array: true, default: [] })
  tags!: string[];

  /** When it was last edited; null until then. */
  @Column('bigint', { nullable: true })
  updatedAt!: number | null;

  /** `contentHash` of the trade as it was first sent, kept from the first edit on; null until then. */
  @Column('bytea', { nullable: true })
  sentHash!: Buffer | null;
}
