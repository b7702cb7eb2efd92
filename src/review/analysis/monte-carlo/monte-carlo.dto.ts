import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord, Word } from '../../../shared/fields/answer-fields.js';
import { OneOf, Optional, QueryNumber } from '../../../shared/fields/fields.js';
import { measureFields } from '../measure-fields.js';
import { LARGEST_SEED } from '../random-draws.js';
import { SliceQuery, SlicedAnswer } from '../slices/slice.dto.js';
import {
  BASES,
  type Basis,
  MAX_RISK_PCT,
  MIN_RISK_PCT,
  MONTE_CARLO_REASONS,
  type MonteCarloReason,
} from './bases.js';
import { MONTE_CARLO_DEFINITIONS } from './monte-carlo-definitions.js';
import { METHODS, type Method } from '../path-orders.js';
import { SuggestedBasisDto } from './suggested-basis.dto.js';

/** Maximum equity. It is the same as the maximum initial balance. */
const LARGEST_EQUITY = 1e15;

export class MonteCarloQuery extends SliceQuery {
  /**
   * The method that draws the trades of a path. `bootstrap`: each trade is drawn at random from all trades. `shuffle`:
   * every trade is drawn once, in random order, so the final equity is always the same. `block`: random blocks of
   * consecutive trades with a mean length of ∛N are drawn.
   * @example "bootstrap"
   */
  @Optional()
  @OneOf(METHODS)
  readonly method: Method = 'bootstrap';

  /**
   * The result that a trade keeps in every path. `money`: its result in money. `equity`: its result in percent of the account
   * before the trade. `risk`: its result in R, if every trade risks `riskPct` of the account. With `equity` and `risk`,
   * the results compound.
   * @example "risk"
   */
  @Optional()
  @OneOf(BASES)
  readonly basis: Basis = 'money';

  /**
   * Share of the account that every trade risks, percent. Default: 1. Allowed only with the basis `risk`.
   * @example 2
   */
  @Optional()
  @QueryNumber({ minimum: MIN_RISK_PCT, maximum: MAX_RISK_PCT }, (_, { basis }) =>
    basis === 'money' || basis === 'equity' ? 'must be given only with the basis risk' : undefined,
  )
  readonly riskPct?: number;

  /**
   * Number of paths. paths · trades of a path must not exceed 20,000,000.
   * @example 2000
   */
  @Optional()
  @QueryNumber({ minimum: 100, maximum: 20_000, integer: true })
  readonly paths: number = 2_000;

  /**
   * Number of trades in a path. Default: the number of trades from which the paths are drawn, but at most 10,000. Not
   * allowed with `shuffle`, because a shuffled path has all these trades.
   * @example 250
   */
  @Optional()
  @QueryNumber({ minimum: 1, maximum: 10_000, integer: true }, (_, { method }) =>
    method === 'shuffle' ? 'must not be given with the method shuffle' : undefined,
  )
  readonly trades?: number;

  /**
   * A path is ruined if its equity falls to this level or below, account currency. Default: half of the initial
   * balance.
   * @example 5000
   */
  @Optional()
  @QueryNumber({ minimum: 0, maximum: LARGEST_EQUITY })
  readonly ruinLevel?: number;

  /**
   * Seed of the random numbers. With the same seed, the same trades give the same response. Default: the session's
   * `randomSeed` modulo 2^32.
   * @example 42
   */
  @Optional()
  @QueryNumber({ minimum: 0, maximum: LARGEST_SEED, integer: true })
  readonly seed?: number;
}

/** Quantiles over the paths, by linear interpolation (type 7 of Hyndman and Fan). */
export class PercentilesDto {
  /**
   * 5 % of the paths lie below. All percentiles are null if the amounts are too large for a double.
   * @example 16
   */
  @NullableNumber()
  readonly p05!: number | null;

  /**
   * A quarter of the paths lies below.
   * @example 38
   */
  @NullableNumber()
  readonly p25!: number | null;

  /**
   * The median.
   * @example 50.5
   */
  @NullableNumber()
  readonly p50!: number | null;

  /**
   * A quarter of the paths lies above.
   * @example 79
   */
  @NullableNumber()
  readonly p75!: number | null;

  /**
   * 5 % of the paths lie above.
   * @example 128.5
   */
  @NullableNumber()
  readonly p95!: number | null;
}

export class EquityBandDto extends measureFields(MONTE_CARLO_DEFINITIONS.equityBands, PercentilesDto) {}

export class MonteCarloAnswer extends measureFields(MONTE_CARLO_DEFINITIONS, SlicedAnswer) {
  /**
   * Reason why there are no paths. `no-trades`: there are no trades. `no-valid-stops`: the basis is risk and no trade
   * has an R. `equity-not-positive`: the basis is equity and a balance before a trade is 0 or less. Null if there are
   * paths.
   */
  @NullableWord(MONTE_CARLO_REASONS)
  readonly reason!: MonteCarloReason | null;

  /**
   * The method that drew the trades of a path.
   * @example "bootstrap"
   */
  @Word(METHODS)
  readonly method!: Method;

  /**
   * The result that a trade keeps in every path: in money, in percent of the account before the trade (`equity`), or
   * in R (`risk`).
   * @example "money"
   */
  @Word(BASES)
  readonly basis!: Basis;

  /** The basis that best describes how the trades were sized. */
  @ApiProperty({ type: () => SuggestedBasisDto })
  readonly suggested!: SuggestedBasisDto;

  /**
   * The equity after a number of trades, account currency: after 0, 1, 2, … trades or, for longer paths, after 200
   * equally spaced numbers of trades. Empty if there are no paths.
   */
  readonly equityBands!: EquityBandDto[];

  /** The equity at the end of the paths, account currency; null if there are no paths. */
  @ApiProperty({ type: () => PercentilesDto, nullable: true })
  readonly finalEquity!: PercentilesDto | null;

  /** The greatest fall of a path below its peak, account currency; null if there are no paths. */
  @ApiProperty({ type: () => PercentilesDto, nullable: true })
  readonly maxDrawdown!: PercentilesDto | null;

  /**
   * The greatest fall of a path in percent of its peak. It may be another fall than the greatest fall in money. Null if
   * there are no paths.
   */
  @ApiProperty({ type: () => PercentilesDto, nullable: true })
  readonly maxDrawdownPct!: PercentilesDto | null;
}
