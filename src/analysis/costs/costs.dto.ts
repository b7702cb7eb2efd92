import { NullableNumber, NullableWord } from '../../fields/answer-fields.js';
import { Optional } from '../../fields/fields.js';
import { SliceQuery, SlicedAnswer } from '../slices/slice.dto.js';
import { NumberList } from '../../fields/number-list.js';
import { FACTOR_DECIMALS, MAX_BASIS_POINTS, MAX_COST_MULTIPLE, MAX_FACTORS } from './cost-factors.js';
import type { CostReason } from './costs.js';

const COST_REASONS: readonly CostReason[] = ['no-trades', 'no-costs', 'rebates', 'no-gross-profit'];

export class CostsQuery extends SliceQuery {
  /**
   * Up to 10 multiples of the costs of each trade, separated by commas, with up to 4 decimals. Default: 0, 1, 2 and 3.
   * @example "0,1,2"
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
   * @example "1,2.5"
   */
  @Optional()
  @NumberList({
    most: MAX_FACTORS,
    bounds: { minimum: 0, maximum: MAX_BASIS_POINTS },
    decimals: FACTOR_DECIMALS,
  })
  readonly basisPoints?: string;
}

/** Figures of the trades at other costs, as in the statistics. */
export class CostedFiguresDto {
  /**
   * Sum of the results of the trades at these costs, account currency.
   * @example 82.5
   */
  readonly plNet!: number;

  /**
   * plNet in percent of the initial balance.
   * @example 8.25
   */
  readonly plNetPct!: number;

  /**
   * Mean result of a trade at these costs, account currency. Null without trades.
   * @example 10.3125
   */
  @NullableNumber()
  readonly expectancy!: number | null;

  /**
   * Sum of the profits / sum of the losses at these costs. Null if no result is negative.
   * @example 1.88235294
   */
  @NullableNumber()
  readonly netProfitFactor!: number | null;

  /**
   * Greatest fall of the realised equity below its peak at these costs, account currency.
   * @example 45
   */
  readonly maxDrawdown!: number;

  /**
   * Greatest fall of the realised equity at these costs, percent of its peak.
   * @example 4.3373494
   */
  readonly maxDrawdownPct!: number;
}

export class CostMultipleDto extends CostedFiguresDto {
  /**
   * Multiple of the costs: each n is g − multiple · c. In the table of docs/analysis.md, n is the result of a trade, g its
   * result before costs, and c its costs.
   * @example 3
   */
  readonly multiple!: number;
}

export class CostBasisPointsDto extends CostedFiguresDto {
  /**
   * Additional costs per fill in basis points of its value: each n is plNet − basisPoints · v / 10,000. v is the value of
   * the entry and the exit of a trade.
   * @example 5
   */
  readonly basisPoints!: number;
}

export class CostsAnswer extends SlicedAnswer {
  /**
   * Reason why there is no break-even multiple: `no-trades`; `no-costs`, the costs are 0; `rebates`, the costs are below 0;
   * `no-gross-profit`, the result before costs is not above 0. Null if there is one.
   */
  @NullableWord(COST_REASONS)
  readonly reason!: CostReason | null;

  /**
   * Sum of the results before costs, account currency. Null without trades.
   * @example 106.5
   */
  @NullableNumber()
  readonly plGross!: number | null;

  /**
   * Sum of the costs: fees, spread and slippage, account currency. Null without trades.
   * @example 8
   */
  @NullableNumber()
  readonly costs!: number | null;

  /**
   * Value of all entries and exits, account currency. Null without trades.
   * @example 16106.5
   */
  @NullableNumber()
  readonly turnover!: number | null;

  /**
   * Share of the result before costs that the costs take. Null if the result before costs is not above 0.
   * @example 0.07511737
   */
  @NullableNumber()
  readonly costShare!: number | null;

  /**
   * Costs in basis points of the turnover. Null without trades.
   * @example 4.96693881
   */
  @NullableNumber()
  readonly paidBp!: number | null;

  /**
   * Costs in basis points of the turnover at which the trades would earn nothing. Null without trades.
   * @example 66.12237296
   */
  @NullableNumber()
  readonly breakEvenBp!: number | null;

  /**
   * Multiple of the costs at which the trades would earn nothing. `reason` says why it is null.
   * @example 13.3125
   */
  @NullableNumber()
  readonly breakEvenMultiple!: number | null;

  /** Figures at each multiple of the costs, in the order of the parameter. */
  readonly multiples!: CostMultipleDto[];

  /** Figures at each additional cost per fill, in the order of the parameter. */
  readonly basisPoints!: CostBasisPointsDto[];
}
