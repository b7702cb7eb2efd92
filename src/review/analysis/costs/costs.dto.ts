import { NullableWord } from '../../../shared/fields/answer-fields.js';
import { Optional } from '../../../shared/fields/fields.js';
import { measureFields } from '../measure-fields.js';
import { SliceQuery, SlicedAnswer } from '../slices/slice.dto.js';
import { NumberList } from '../../../shared/fields/number-list.js';
import { COST_DEFINITIONS } from './cost-definitions.js';
import { FACTOR_DECIMALS, MAX_BASIS_POINTS, MAX_COST_MULTIPLE, MAX_FACTORS } from './cost-factors.js';
import { COST_REASONS, type CostReason } from './costs.js';

export class CostsQuery extends SliceQuery {
  /**
   * Up to 10 multiples of the costs of each trade, separated by commas, with up to 4 decimals. Default: 0, 1, 2 and 3.
   * @example [0, 1, 2]
   */
  @Optional()
  @NumberList({
    most: MAX_FACTORS,
    bounds: { minimum: 0, maximum: MAX_COST_MULTIPLE },
    decimals: FACTOR_DECIMALS,
  })
  readonly multiples?: string;

  /**
   * Up to 10 additional costs per fill, in basis points of its value, separated by commas, with up to 4 decimals.
   * Default: 0, 1, 2, 5 and 10.
   * @example [1, 2.5]
   */
  @Optional()
  @NumberList({
    most: MAX_FACTORS,
    bounds: { minimum: 0, maximum: MAX_BASIS_POINTS },
    decimals: FACTOR_DECIMALS,
  })
  readonly basisPoints?: string;
}

export class CostMultipleDto extends measureFields(COST_DEFINITIONS.multiples) {}

export class CostBasisPointsDto extends measureFields(COST_DEFINITIONS.basisPoints) {}

export class CostsAnswer extends measureFields(COST_DEFINITIONS, SlicedAnswer) {
  /**
   * Reason why there is no break-even multiple. `no-trades`: there are no trades. `no-costs`: the costs are 0.
   * `rebates`: the costs are below 0. `no-gross-profit`: the result before costs is 0 or less. Null if there is a
   * break-even multiple.
   */
  @NullableWord(COST_REASONS)
  readonly reason!: CostReason | null;

  /** Figures at each multiple of the costs, in the order of the parameter. */
  readonly multiples!: CostMultipleDto[];

  /** Figures at each additional cost per fill, in the order of the parameter. */
  readonly basisPoints!: CostBasisPointsDto[];
}
