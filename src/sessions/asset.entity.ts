import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { ContractKind, Feed } from '../shared/market/feeds.js';
import type { ExecutionCosts } from '../shared/market/execution-costs.js';

/** The contract of a market. `multiplier` is the default point value of its trades; 1 if it is left out. */
export interface ContractPolicy {
  readonly kind: ContractKind;
  readonly multiplier?: number;
}

/**
 * A market that a session trades, with its execution costs. The market and its costs never change. The row also
 * contains the first entry and the last exit of the market's trades. These two times are part of the session's summary.
 */
@Entity('session_assets')
@Unique('session_assets_workspace_id_session_id_symbol_feed_key', [
  'workspaceId',
  'sessionId',
  'symbol',
  'feed',
])
export class Asset {
  @PrimaryColumn('uuid')
  workspaceId!: string;

  @PrimaryColumn('uuid')
  sessionId!: string;

  /** Index among the session's assets, from 0. */
  @PrimaryColumn('smallint')
  position!: number;

  @Column('uuid')
  id!: string;

  @Column('text')
  symbol!: string;

  @Column('text')
  feed!: Feed;

  @Column('text')
  timeframe!: string;

  @Column('text')
  calendarCode!: string;

  @Column('json')
  executionCostConfig!: ExecutionCosts;

  @Column('json')
  contractPolicy!: ContractPolicy;

  @Column('bigint')
  createdAt!: number;
}
