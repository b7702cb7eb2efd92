import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A part [startTs, endTs) of a covered span for which the venue had no bar when the part was requested. */
@Entity('candle_gaps')
export class CandleGap {
  @PrimaryColumn('integer')
  seriesId!: number;

  @PrimaryColumn('bigint')
  startTs!: number;

  @Column('bigint')
  endTs!: number;

  @Column('bigint')
  askedAt!: number;

  /** True if the venue has confirmed the gap in a second request. A settled gap is never requested again. */
  @Column('boolean')
  settled!: boolean;
}
