import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Interval } from '../market/intervals.js';

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
  timeframe!: Interval;

  @Column('bigint')
  createdAt!: number;

  @Column('bigint')
  updatedAt!: number;
}
