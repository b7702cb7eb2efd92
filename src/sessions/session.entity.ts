import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Project } from '../projects/project.entity.js';
import type { FeesConfig } from '../trades/derived-figures.js';

export const MODES = ['manual', 'automated'] as const;
export const SOURCES = ['web', 'api', 'import'] as const;
export const STATUSES = ['active', 'finished'] as const;

/** A backtest session: what was simulated, with which balance, fees and settings. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid')
  workspaceId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  projectId!: string;

  @ManyToOne(() => Project)
  @JoinColumn([
    { name: 'workspace_id', referencedColumnName: 'workspaceId' },
    { name: 'project_id', referencedColumnName: 'id' },
  ])
  project?: Project;

  @Column('text')
  name!: string;

  @Column('text')
  mode!: (typeof MODES)[number];

  @Column('text')
  status!: (typeof STATUSES)[number];

  @Column('text')
  source!: (typeof SOURCES)[number];

  @Column('double precision')
  initialBalance!: number;

  @Column('text')
  accountCurrency!: string;

  @Column('text')
  strategy!: string;

  @Column('text')
  description!: string;

  @Column('text')
  layoutTemplate!: string;

  @Column('json')
  feesConfig!: FeesConfig;

  @Column('bigint', { nullable: true })
  rangeStart!: number | null;

  @Column('bigint', { nullable: true })
  rangeEnd!: number | null;

  @Column('bigint', { nullable: true })
  randomSourceStart!: number | null;

  @Column('bigint', { nullable: true })
  randomSourceEnd!: number | null;

  @Column('bigint')
  randomSeed!: number;

  @Column('boolean')
  blindMode!: boolean;

  @Column('boolean')
  smoothCandles!: boolean;

  @Column('text')
  accountTimezone!: string;

  @Column('bigint')
  startedAt!: number;

  @Column('bigint', { nullable: true })
  endedAt!: number | null;

  @Column('bigint')
  createdAt!: number;

  @Column('bigint')
  updatedAt!: number;

  /** Counts the changes of what the session's statistics are made of. */
  @Column('bigint', { default: 0 })
  revision!: number;
}
