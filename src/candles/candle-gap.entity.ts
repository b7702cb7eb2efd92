import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A stretch [startTs, endTs) of a covered span for which the venue had no bar when it was asked. */
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

  /** Asked a second time: it is never asked again. */
  @Column('boolean')
  settled!: boolean;
}
