import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import type { Feed, Interval } from '../candles/intervals.js';
import type { ExecutionCosts } from '../trades/derived-figures.js';

/** Kind of contract behind each feed. */
export const CONTRACT_KIND_OF_FEED = {
  'venue-spot': 'spot',
  'venue-usdm-current-quarter': 'current-quarter',
} as const satisfies Record<Feed, string>;

export const CONTRACT_KINDS = Object.values(CONTRACT_KIND_OF_FEED);

/** A market that a session trades, with what an execution costs there. */
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

  /** Its place among the session's assets, from 0. */
  @PrimaryColumn('smallint')
  position!: number;

  @Column('uuid')
  id!: string;

  @Column('text')
  symbol!: string;

  @Column('text')
  feed!: Feed;

  @Column('text')
  timeframe!: Interval;

  @Column('text')
  calendarCode!: string;

  @Column('json')
  executionCostConfig!: ExecutionCosts;

  @Column('json')
  contractPolicy!: { readonly kind: (typeof CONTRACT_KINDS)[number] };

  @Column('bigint')
  createdAt!: number;
}
