import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FeesConfig } from '../shared/market/execution-costs.js';
import { NO_TRIAL, type Trial } from './trial.js';

export const MODES = ['manual', 'automated'] as const;
export const SOURCES = ['web', 'api', 'import'] as const;
export const STATUSES = ['active', 'finished'] as const;

/** A backtest session with its range, balance, fees and settings. */
@Entity('sessions')
export class Session {
  @PrimaryColumn('uuid')
  workspaceId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  projectId!: string;

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

  /** Name of the file from which the session was imported; null for other sessions. */
  @Column('text', { nullable: true })
  sourceFile!: string | null;

  /** Time at which the imported run was made; null if the file does not contain it. */
  @Column('bigint', { nullable: true })
  runAt!: number | null;

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

  /** Number of random ranges that were drawn. */
  @Column('integer', { default: 0 })
  draws!: number;

  /** Answers of the present run as they were first stored; null if an earlier version stored some of them. */
  @Column('integer', { nullable: true })
  firstAnswers!: number | null;

  /** Number of rows of `first_answers`: trades of the present run that were changed or removed. */
  @Column('integer', { nullable: true })
  changedAnswers!: number | null;

  /** Trades of the present run that were stored with the outcome known, including those that were removed. */
  @Column('integer', { nullable: true })
  secondLooks!: number | null;

  /** Stored trades whose time an earlier run had shown. */
  @Column('integer', { nullable: true })
  earlierLooks!: number | null;

  /** Number of runs before the present run. */
  @Column('integer', { default: 0 })
  earlierRuns!: number;

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

  /** Number of changes to data on which the session's statistics depend. */
  @Column('bigint', { default: 0 })
  revision!: number;

  /** Tags in the order given, without duplicates. */
  @Column('text', { array: true, default: [] })
  tags!: string[];

  /** Labels that identify the session as a try of a study. */
  @Column('json', { default: NO_TRIAL })
  trial!: Trial;

  /**
   * Number of the current run, or of the last run if the session has no trades; null if the ledger has no row for the
   * session.
   */
  @Column('integer', { nullable: true })
  run!: number | null;

  /** Number of changes to labels (name, notes, tags), on which no figure depends. */
  @Column('bigint', { default: 0 })
  labelRevision!: number;

  /**
   * Revision for which the summary below was computed. If this revision is null or differs from `revision`, the summary
   * is computed from the trades.
   */
  @Column('bigint', { nullable: true })
  summaryRevision!: number | null;

  @Column('integer', { default: 0 })
  tradeCount!: number;

  @Column('integer', { default: 0 })
  winCount!: number;

  @Column('integer', { default: 0 })
  lossCount!: number;

  @Column('integer', { default: 0 })
  breakEvenCount!: number;

  /** Exact sums are stored as text. */
  @Column('numeric', { default: 0 })
  plGross!: string;

  @Column('numeric', { default: 0 })
  feesPaid!: string;

  @Column('numeric', { default: 0 })
  plNet!: string;

  @Column('bigint', { nullable: true })
  firstEntryTime!: number | null;

  @Column('bigint', { nullable: true })
  lastExitTime!: number | null;

  /** When trades were last stored, changed or removed; null before the first such change. */
  @Column('bigint', { nullable: true })
  tradesChangedAt!: number | null;
}

/** Identifies a session and the rows that belong to it. */
export type SessionKey = Pick<Session, 'workspaceId' | 'id'>;
