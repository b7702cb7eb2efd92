import { OneOf, Optional, QueryInstant, QueryNumber, SymbolName, Text } from '../shared/fields/fields.js';
import { PageQuery } from '../shared/fields/page.dto.js';
import { FEEDS, type Feed } from '../shared/market/feeds.js';
import { SIDES, type Side } from '../shared/market/sides.js';
import { OUTCOMES, type Outcome } from '../shared/figures/outcome.js';

const ORDERS = ['asc', 'desc'] as const;

export type Order = (typeof ORDERS)[number];

export class TradesQuery extends PageQuery {
  /** Order by exitTime, then entryTime, then clientId: ascending or descending. */
  @Optional()
  @OneOf(ORDERS)
  readonly order: Order = 'asc';

  /** Only trades of this direction. */
  @Optional()
  @OneOf(SIDES)
  readonly side?: Side;

  /** Only trades of this symbol, such as `BTCUSDT`, in upper or lower case. */
  @Optional()
  @SymbolName()
  readonly symbol?: string;

  /** Only trades of this feed. */
  @Optional()
  @OneOf(FEEDS)
  readonly feed?: Feed;

  /**
   * Only wins (plNet above the threshold), losses (plNet below the negative threshold) or break-evens (all other
   * trades).
   */
  @Optional()
  @OneOf(OUTCOMES)
  readonly outcome?: Outcome;

  /**
   * Largest |plNet|, in account currency, at which a trade counts as break-even.
   * @example 0
   */
  @Optional()
  @QueryNumber({ minimum: 0, maximum: 1_000_000_000 })
  readonly breakEvenThreshold: number = 0;

  /** Only trades with this tag, such as `news`. */
  @Optional()
  @Text({ min: 1, max: 40, trimmed: true })
  readonly tag?: string;

  /** Only trades with this `positionId`, such as `position-3`. */
  @Optional()
  @Text({ min: 1, max: 128 })
  readonly positionId?: string;

  /** Only trades whose notes contain this text (case-insensitive): `late` finds "Too late, again". */
  @Optional()
  @Text({ min: 1, max: 100 })
  readonly search?: string;

  /** Only trades that closed at this time or later, epoch milliseconds such as `1680364800000`. */
  @Optional()
  @QueryInstant()
  readonly from?: number;

  /** Only trades that closed before this time, epoch milliseconds. */
  @Optional()
  @QueryInstant()
  readonly to?: number;
}
