import { Column, Entity, PrimaryColumn } from 'typeorm';
import { TradeValues } from './trade-values.js';

/** A closed trade: the values that were sent, and the costs and profit. */
@Entity('trades')
export class Trade extends TradeValues {
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
  createdAt!: number;

  @Column('double precision', { nullable: true })
  takeProfit!: number | null;

  /** Money that one unit of quantity earns when the price rises by 1. */
  @Column('double precision', { default: 1 })
  pointValue!: number;

  /** Label of the position that the trade closed, or closed a part of; null if the trade has none. */
  @Column('text', { nullable: true })
  positionId!: string | null;

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
