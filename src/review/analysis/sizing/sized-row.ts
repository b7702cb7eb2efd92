import { decimalOf, roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { ZERO, whole } from '../../../shared/decimal/exact-sum.js';
import { compoundedGain, growth } from '../risk/growth.js';
import type { Instants } from '../risk/instants.js';
import type { SizedTrades } from './sized-trades.js';

/** The account if every trade had the same size, as a share of the equity. Money is in account currency. */
export interface SizedRow {
  /** Size of a trade, percent of the equity: the amount at risk, or the notional. */
  readonly fractionPct: number;
  readonly finalEquity: number | null;
  readonly plNetPct: number | null;
  /** Compound annual growth rate, percent; null for fewer than 30 days, or if the account is ruined. */
  readonly cagrPct: number | null;
  /** Greatest fall of the equity below its peak, percent of the peak. */
  readonly maxDrawdownPct: number | null;
  /** Growth per trade, percent; null if the account is ruined. */
  readonly growthPct: number | null;
  /** Time at which the equity fell to 0, epoch ms; null if it never fell to 0. */
  readonly ruinedAt: number | null;
}

export interface RowSettings {
  readonly initialBalance: number;
  /** Number of local days from the first entry to the last exit. */
  readonly days: number;
}

/** Returns the account if the size of every trade was this share of the equity that was realised at its entry. */
export function sizedRow(
  trades: SizedTrades,
  byEntry: Uint32Array,
  instants: Instants,
  fractionPct: number,
  { initialBalance, days }: RowSettings,
): SizedRow {
  const { final, share, ruinedAt } = walkedAccount(trades, byEntry, instants, fractionPct / 100, initialBalance); // prettier-ignore
  const { cagrPct } = growth(decimalOf(initialBalance), decimalOf(Number.isFinite(final) ? final : 0), days, NO_FALL); // prettier-ignore
  const gain = (final - initialBalance) / initialBalance;
  const growthPct = compoundedGain(gain, 1 / trades.count) * 100;
  return {
    fractionPct,
    finalEquity: roundedDouble(final),
    plNetPct: roundedDouble(gain * 100),
    cagrPct: roundedDouble(cagrPct),
    maxDrawdownPct: roundedDouble(share * 100),
    growthPct: ruinedAt === null ? roundedDouble(growthPct) : null,
    ruinedAt,
  };
}

const NO_FALL = { fall: ZERO, peak: whole(1) };

/**
 * Follows the account over the instants at which trades open or close. At each instant, the results of exits are added
 * to the equity before the sizes of the entries are computed. The size of an entry does not depend on trades that close
 * later.
 */
function walkedAccount(
  { count, results }: SizedTrades,
  byEntry: Uint32Array,
  instants: Instants,
  fraction: number,
  initialBalance: number,
): { readonly final: number; readonly share: number; readonly ruinedAt: number | null } {
  const sizes = new Float64Array(count);
  let [equity, peak, share] = [initialBalance, initialBalance, 0];
  let ruinedAt: number | null = null;
  for (let row = 0, begun = 0, ended = 0; row < instants.count; row++) {
    let sum = 0;
    for (; ended < instants.ended[row]!; ended++) sum += sizes[ended]! * results[ended]!;
    if (ruinedAt === null) equity += sum;
    if (equity <= 0 && ruinedAt === null) [equity, ruinedAt] = [0, instants.time[row]!];
    for (; begun < instants.begun[row]!; begun++) sizes[byEntry[begun]!] = fraction * equity;
    if (equity > peak) peak = equity;
    else if ((peak - equity) / peak > share) share = (peak - equity) / peak;
  }
  return { final: equity, share, ruinedAt };
}
