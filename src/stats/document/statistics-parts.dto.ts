import { Time, Whole } from '../../shared/fields/answer-fields.js';
import { EXPECTANCY_COMPONENTS } from '../../shared/figures/definitions/expectancy-components.js';
import { figureFields } from '../../shared/figures/figure-fields.js';

export class ExpectancyComponentsDto extends figureFields(EXPECTANCY_COMPONENTS) {}

export class EquityPointDto {
  /**
   * Epoch milliseconds.
   * @example 1680372000000
   */
  @Time()
  readonly time!: number;

  /**
   * Account currency.
   * @example 10385.9
   */
  readonly equity!: number;
}

export class BinDto {
  /**
   * Lower edge, percent, included.
   * @example -0.2
   */
  readonly from!: number;

  /**
   * Upper edge, percent, excluded.
   * @example 0
   */
  readonly to!: number;

  /**
   * Number of trades in the bin.
   * @example 1
   */
  @Whole()
  readonly count!: number;
}
