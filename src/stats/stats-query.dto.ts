import { Optional, QueryNumber } from '../common/fields.js';

export class StatsQuery {
  /**
   * Up to which |plNet|, in account currency, a trade counts as break-even.
   * @example 0
   */
  @Optional({ default: 0 })
  @QueryNumber({ minimum: 0, maximum: 1_000_000_000 })
  readonly breakEvenThreshold?: number;
}
