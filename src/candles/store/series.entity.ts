import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { Interval } from '../../shared/market/intervals.js';
import type { Feed } from '../../shared/market/feeds.js';

/** The candles of one symbol of one feed at one interval. Shared by all workspaces. */
@Entity('series')
@Unique('series_feed_symbol_interval_key', ['feed', 'symbol', 'interval'])
export class Series {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text')
  feed!: Feed;

  @Column('text')
  symbol!: string;

  @Column('text')
  interval!: Interval;

  @Column('bigint', { name: 'created_at' })
  createdAt!: number;
}
