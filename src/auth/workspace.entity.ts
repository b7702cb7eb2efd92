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

  /** Most sessions that it may have; null, as for the other quotas: any number. */
  @Column('bigint', { nullable: true })
  sessionQuota!: number | null;

  /** Most trades in all its sessions together. */
  @Column('bigint', { nullable: true })
  tradeQuota!: number | null;

  /** Most requests in a minute. */
  @Column('bigint', { nullable: true })
  requestQuota!: number | null;

  /** Most statistics that are computed, or wait for it, at a time. */
  @Column('bigint', { nullable: true })
  statisticsQuota!: number | null;

  /** Epoch ms; null unless it was erased, and not imported or given a key by a command since. */
  @Column('bigint', { nullable: true })
  erasedAt!: number | null;
}
