import { Column } from 'typeorm';
import type { Feed } from '../shared/market/feeds.js';
import type { Side } from '../shared/market/sides.js';

/** The run of the session that had shown the time of an entry before the trade was stored. */
export const SECOND_LOOKS = ['run', 'earlier-run'] as const;
export type SecondLook = (typeof SECOND_LOOKS)[number];

/** The values of a trade, in its present version and in its first version. */
export abstract class TradeValues {
  @Column('bigint')
  entryTime!: number;

  @Column('bigint')
  exitTime!: number;

  @Column('double precision')
  qty!: number;

  @Column('double precision')
  entryPrice!: number;

  @Column('double precision')
  exitPrice!: number;

  @Column('double precision', { nullable: true })
  stopLoss!: number | null;

  @Column('double precision')
  feesPaid!: number;

  @Column('double precision')
  spreadPaid!: number;

  @Column('double precision')
  slippagePaid!: number;

  @Column('double precision')
  plGross!: number;

  @Column('double precision')
  plNet!: number;

  @Column('double precision')
  plPct!: number;

  @Column('double precision', { nullable: true })
  rMultiple!: number | null;

  /** Costs that were sent rather than computed: a sum of `GIVEN_COST_BITS`. */
  @Column('smallint')
  givenCosts!: number;

  @Column('text')
  symbol!: string;

  @Column('text')
  feed!: Feed;

  @Column('text')
  side!: Side;

  /**
   * Set if the time of the entry was shown before the trade was stored: in the present run, before a step back, or in an
   * earlier run of the session. Never changes.
   */
  @Column('text', { nullable: true })
  secondLook!: SecondLook | null;
}
