import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A span of open times, [startTs, endTs) in ms UTC, in which every bar of the series is known: a bar that is not stored
 * does not exist. The spans of a series are disjoint and do not touch.
 */
@Entity('coverage')
@Check('coverage_check', 'start_ts < end_ts')
export class Coverage {
  @PrimaryColumn('integer', { name: 'series_id' })
  seriesId!: number;

  @PrimaryColumn('bigint', { name: 'start_ts' })
  startTs!: number;

  @Column('bigint', { name: 'end_ts' })
  endTs!: number;
}
