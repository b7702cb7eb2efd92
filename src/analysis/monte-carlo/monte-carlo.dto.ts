import { ApiProperty } from '@nestjs/swagger';
import { NullableNumber, NullableWord, Whole, Word } from '../../fields/answer-fields.js';
import { OneOf, Optional, QueryNumber } from '../../fields/fields.js';
import { LARGEST_SEED } from '../random-draws.js';
import { METHODS, type Method } from './path-orders.js';

/** As large as an initial balance may be. */
const LARGEST_EQUITY = 1e15;

export class MonteCarloQuery {
  /**
   * How the trades of a path are drawn: `bootstrap`, each at random from all; `shuffle`, every trade once, in random order, so
   * that the final equity is always the same; `block`, at random in runs of ∛N on average that follow each other as in the
   * session.
   * @example "bootstrap"
   */
  @Optional()
  @OneOf(METHODS)
  readonly method: Method = 'bootstrap';

  /**
   * How many paths are drawn. paths · trades of a path must not exceed 20,000,000.
   * @example 2000
   */
  @Optional()
  @QueryNumber({ minimum: 100, maximum: 20_000, integer: true })
  readonly paths: number = 2_000;

  /**
   * Trades of a path; as many as the session has, but at most 10,000, if left out. Not with `shuffle`, where a path has every
   * trade of the session.
   * @example 250
   */
  @Optional()
  @QueryNumber({ minimum: 1, maximum: 10_000, integer: true }, (_, { method }) =>
    method === 'shuffle' ? 'must not be given with the method shuffle' : undefined,
  )
  readonly trades?: number;

  /**
   * A path is ruined when its equity is at this or below, account currency; half the initial balance if left out.
   * @example 5000
   */
  @Optional()
  @QueryNumber({ minimum: 0, maximum: LARGEST_EQUITY })
  readonly ruinLevel?: number;

  /**
   * Seed of the random numbers: with the same seed, the same trades give the same answer. The session's `randomSeed` modulo
   * 2^32 if left out.
   * @example 42
   */
  @Optional()
  @QueryNumber({ minimum: 0, maximum: LARGEST_SEED, integer: true })
  readonly seed?: number;
}

/** Quantiles over the paths, by linear interpolation (type 7 of Hyndman and Fan). */
export class PercentilesDto {
  /**
   * 5 % of the paths lie below. This and the others are null where money is too large for a double.
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

export class EquityBandDto extends PercentilesDto {
  /**
   * How many trades of the paths have closed.
   * @example 8
   */
  @Whole()
  readonly trade!: number;
}

export class MonteCarloAnswer {
  /**
   * Version of the formulas.
   * @example "1.0.0"
   */
  readonly calculationVersion!: string;

  /** Why there is no path; null when there are paths. */
  @NullableWord(['no-trades'])
  readonly reason!: 'no-trades' | null;

  /**
   * How the trades of a path were drawn.
   * @example "bootstrap"
   */
  @Word(METHODS)
  readonly method!: Method;

  /**
   * Paths that were drawn; 0 without trades.
   * @example 2000
   */
  @Whole()
  readonly paths!: number;

  /**
   * Trades of a path; 0 without trades.
   * @example 8
   */
  @Whole()
  readonly trades!: number;

  /**
   * Seed of the random numbers; send it to get the same answer again.
   * @example 42
   */
  @Whole()
  readonly seed!: number;

  /**
   * The equity after so many trades, account currency: after each of them from none to all, or after 200 numbers of trades at
   * equal distances. Empty without trades.
   */
  readonly equityBands!: EquityBandDto[];

  /** The equity at the end of the paths, account currency; null without trades. */
  @ApiProperty({ type: () => PercentilesDto, nullable: true })
  readonly finalEquity!: PercentilesDto | null;

  /** The greatest fall of a path below its peak, account currency; null without trades. */
  @ApiProperty({ type: () => PercentilesDto, nullable: true })
  readonly maxDrawdown!: PercentilesDto | null;

  /** The greatest fall of a path in percent of the peak, which need not be the greatest in money; null without trades. */
  @ApiProperty({ type: () => PercentilesDto, nullable: true })
  readonly maxDrawdownPct!: PercentilesDto | null;

  /**
   * Share of the paths whose equity is at `ruinLevel` or below at any time, the start included, 0..1; null without trades.
   * @example 0.071
   */
  @NullableNumber()
  readonly riskOfRuin!: number | null;

  /**
   * Standard error of riskOfRuin, √(p(1 − p)/paths): what more paths would make smaller; null without trades.
   * @example 0.00574278
   */
  @NullableNumber()
  readonly standardError!: number | null;
}
