import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A tenant. All data except candles belongs to a workspace. */
@Entity('workspaces')
@Unique('workspaces_name_key', ['name'])
export class Workspace {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('bigint')
  createdAt!: number;

  /** Maximum number of sessions. In this and every other quota, null means no limit. */
  @Column('bigint', { nullable: true })
  sessionQuota!: number | null;

  /** Maximum number of trades in all sessions of the workspace together. */
  @Column('bigint', { nullable: true })
  tradeQuota!: number | null;

  /** Maximum number of requests per minute. */
  @Column('bigint', { nullable: true })
  requestQuota!: number | null;

  /** Maximum number of statistics that are computed or queued at the same time. */
  @Column('bigint', { nullable: true })
  statisticsQuota!: number | null;

  /**
   * Time of the erasure, epoch ms. Null if the workspace was never erased, or if a command has since imported data or
   * created a key.
   */
  @Column('bigint', { nullable: true })
  erasedAt!: number | null;
}
