import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A part [startTs, endTs) of a covered span for which the venue had no bar when it was asked. */
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

  /** The venue was asked a second time, and is never asked again. */
  @Column('boolean')
  settled!: boolean;
}
