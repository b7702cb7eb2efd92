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

  /**
   * True if requests to the venue covered the whole gap. Versions before 1.7 do not set this column: they also recorded
   * gaps that reached further back than the days that they had requested. See `MAY_BE_WRONG`.
   */
  @Column('boolean')
  proven!: boolean;
}
