import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A tenant: everything but candles belongs to one. */
@Entity('workspaces')
@Unique('workspaces_name_key', ['name'])
export class Workspace {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('bigint')
  createdAt!: number;

  /** Maximum number of sessions. Null means no limit, as for the other quotas. */
  @Column('bigint', { nullable: true })
  sessionQuota!: number | null;

  /** Maximum number of trades in all its sessions together. */
  @Column('bigint', { nullable: true })
  tradeQuota!: number | null;

  /** Maximum number of requests per minute. */
  @Column('bigint', { nullable: true })
  requestQuota!: number | null;

  /** Maximum number of statistics that are computed or wait at the same time. */
  @Column('bigint', { nullable: true })
  statisticsQuota!: number | null;

  /** Epoch ms; null unless it was erased, and not imported or given a key by a command since. */
  @Column('bigint', { nullable: true })
  erasedAt!: number | null;
}
