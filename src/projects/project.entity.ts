import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A project groups the sessions of one symbol and timeframe. */
@Entity('projects')
export class Project {
  @PrimaryColumn('uuid')
  workspaceId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  symbol!: string;

  @Column('text')
  timeframe!: string;

  @Column('bigint')
  createdAt!: number;

  @Column('bigint')
  updatedAt!: number;

  /** Time since which the tries of the project are counted; null if all its tries are counted. */
  @Column('bigint', { nullable: true })
  trialsSince!: number | null;
}
