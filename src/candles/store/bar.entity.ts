import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One closed bar of a series; `ts` is its open time in ms UTC, volume is in the base asset. */
@Entity('bars')
export class Bar {
  @PrimaryColumn('integer', { name: 'series_id' })
  seriesId!: number;

  @PrimaryColumn('bigint')
  ts!: number;

  @Column('double precision')
  open!: number;

  @Column('double precision')
  high!: number;

  @Column('double precision')
  low!: number;

  @Column('double precision')
  close!: number;

  @Column('double precision')
  volume!: number;
}
