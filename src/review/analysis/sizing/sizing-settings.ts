import { ascendingNumbersIn } from '../../../shared/fields/number-list.js';
import type { Session } from '../../../sessions/session.entity.js';
import { seedOf } from '../random-draws.js';
import type { SizedBy } from './sized-trades.js';
import type { SizingQuery } from './sizing.dto.js';

/** Default shares of the equity at risk, percent. */
const USUAL_RISKS: readonly number[] = [0.25, 0.5, 1, 2];

export interface SizingSettings {
  readonly initialBalance: number;
  readonly timezone: string;
  readonly by: SizedBy;
  /** Sizes of the trades in percent of the equity, ascending. */
  readonly fractionsPct: readonly number[];
  readonly level: number;
  /** Number of resamples; null for the default, which depends on the number of trades. */
  readonly resamples: number | null;
  readonly seed: number;
}

/** Returns the settings of a request for the account with other position sizes. */
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
