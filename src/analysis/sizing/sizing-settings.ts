import { ascendingNumbersIn } from '../../fields/number-list.js';
import type { Session } from '../../sessions/session.entity.js';
import { seedOf } from '../random-draws.js';
import { RefusedQuery } from '../refused-query.js';
import type { SizedBy } from './sized-trades.js';
import type { SizingQuery } from './sizing.dto.js';

/** Maximum number of draws of all resamples. Each draw takes about 60 steps of a bisection. */
const MAX_SIZING_DRAWS = 5_000_000;

/** Minimum number of resamples. */
export const MIN_SIZING_RESAMPLES = 100;
export const MAX_SIZING_RESAMPLES = 10_000;

/** Default number of resamples. Large sessions have fewer. */
const USUAL_RESAMPLES = 1_000;

/** Default shares of the equity at risk, percent. */
const USUAL_RISKS: readonly number[] = [0.25, 0.5, 1, 2];

export interface SizingSettings {
  readonly initialBalance: number;
  readonly timezone: string;
  readonly by: SizedBy;
  /** Shares of the equity, percent, ascending. */
  readonly fractionsPct: readonly number[];
  readonly level: number;
  /** Number of resamples; null for the default, which depends on the number of trades. */
  readonly resamples: number | null;
  readonly seed: number;
}

/** Returns the settings of a request for the effect of the position size. */
export const sizingSettings = (
  { initialBalance, accountTimezone, randomSeed }: Pick<Session, 'initialBalance' | 'accountTimezone' | 'randomSeed'>, // prettier-ignore
  { risk, notional, level, resamples, seed = seedOf({ randomSeed }) }: SizingQuery,
): SizingSettings => ({
  initialBalance,
  timezone: accountTimezone,
  by: notional === undefined ? 'risk' : 'notional',
  fractionsPct: fractionsIn(notional ?? risk),
  level,
  resamples: resamples ?? null,
  seed,
});

const fractionsIn = (list: string | undefined): readonly number[] =>
  list === undefined ? USUAL_RISKS : ascendingNumbersIn(list);

/**
 * Returns the number of resamples for this number of trades; 0 if there are too many trades to resample.
 * @param given null for the default
 * @throws RefusedQuery if the resamples would have too many draws in total
 */
export function resamplesFor(given: number | null, tradeCount: number): number {
  const most = tradeCount === 0 ? MAX_SIZING_RESAMPLES : Math.floor(MAX_SIZING_DRAWS / tradeCount);
  if (most < MIN_SIZING_RESAMPLES) return 0;
  const resamples = given ?? Math.min(USUAL_RESAMPLES, most);
  if (resamples <= most) return resamples;
  const message = `must not be greater than ${most} for ${tradeCount} trades`;
  throw new RefusedQuery({ field: 'resamples', message });
}
