import type { EquityAnswer } from '../../analysis/equity/equity.dto.js';
import type { FillsAnswer } from '../../analysis/fills/fills.dto.js';
import type { TimestampsAnswer } from '../../analysis/timestamps/timestamps.dto.js';
import type { TimingAnswer } from '../../analysis/timing/timing.dto.js';
import { decimalOf, rounded, times } from '../../../shared/decimal/exact-decimal.js';
import type { EvidenceParameters } from './evidence-parameters.js';
import { type Found, isFound } from './found.js';
import { type Answered, type Measured, cannotSay, judged } from './question.js';

/** Are the entries better than random entries? */
export function betterThanRandomEntries(
  timing: Found<Pick<TimingAnswer, 'state' | 'reason' | 'net'>>,
  { maxPValue }: Pick<EvidenceParameters, 'maxPValue'>,
): Answered {
  const pValue = isFound(timing) ? (timing.net?.pValue ?? null) : null;
  const measured: Measured = {
    question: 'better-than-random-entries',
    figure: 'timing.net.pValue',
    value: pValue,
    threshold: maxPValue,
    source: 'timing',
  };
  if (!isFound(timing)) return cannotSay(measured, timing);
  if (timing.state !== 'ready') return cannotSay(measured, timing.reason);
  return pValue === null ? cannotSay(measured, 'undefined') : judged(measured, pValue <= maxPValue);
}

/** Is the result better than holding the markets? */
export function betterThanBuyAndHold(
  timing: Found<Pick<TimingAnswer, 'state' | 'reason' | 'buyAndHold'>>,
  plNetPct: number,
): Answered {
  const held = isFound(timing) ? (timing.buyAndHold?.pct ?? null) : null;
  const measured: Measured = {
    question: 'better-than-buy-and-hold',
    figure: 'plNetPct',
    value: plNetPct,
    threshold: held,
    source: 'timing',
  };
  if (!isFound(timing)) return cannotSay(measured, timing);
  // A market that closes at times can be held, although random entries are not measured.
  if (timing.state !== 'ready' && held === null) return cannotSay(measured, timing.reason);
  return held === null ? cannotSay(measured, 'undefined') : judged(measured, plNetPct > held);
}

/** Minimum percentage of the fills for which it must be known whether they are possible. */
const MIN_KNOWN_PCT = 95;

/** Were all fills possible? A single impossible fill leads to the verdict `doubts`, even if many fills are unknown. */
export function fillsPossible(fills: Found<Pick<FillsAnswer, 'state' | 'reason' | 'summary'>>): Answered {
  const isReady = isFound(fills) && fills.state === 'ready';
  const measured: Measured = {
    question: 'fills-possible',
    figure: 'fills.summary.fills.impossible',
    value: isReady ? fills.summary.fills.impossible : null,
    threshold: 0,
    source: 'fills',
  };
  if (!isFound(fills)) return cannotSay(measured, fills);
  if (fills.state !== 'ready') return cannotSay(measured, fills.reason);
  const { possible, impossible, unknown } = fills.summary.fills;
  if (impossible > 0) return judged(measured, false);
  const isKnown = possible * 100 >= MIN_KNOWN_PCT * (possible + unknown);
  return isKnown ? judged(measured, true) : cannotSay(measured, 'too-few-known-fills');
}

/** Do the candles fit the times of the trades? */
export function timesFit(timestamps: Found<Pick<TimestampsAnswer, 'verdict' | 'reason'>>): Answered {
  const measured: Measured = {
    question: 'times-fit',
    figure: 'timestamps.verdict',
    value: null,
    threshold: null,
    source: 'timestamps',
  };
  if (!isFound(timestamps)) return cannotSay(measured, timestamps);
  const { verdict, reason } = timestamps;
  if (verdict === 'unknown') return cannotSay(measured, reason === null ? 'unknown' : 'no-trades');
  if (verdict === 'aligned') return judged(measured, true);
  return { ...judged(measured, false), reason: verdict };
}

/** Does the realised equity show all of the true drawdown? */
export function drawdownSeen(
  equity: Found<Pick<EquityAnswer, 'state' | 'reason' | 'lowest' | 'drawdown'>>,
  { maxHidden }: Pick<EvidenceParameters, 'maxHidden'>,
): Answered {
  const blank: Measured = {
    question: 'drawdown-seen',
    figure: 'equity.drawdown.possible.pct',
    value: null,
    threshold: null,
    source: 'equity',
  };
  if (!isFound(equity)) return cannotSay(blank, equity);
  const { drawdown, state, reason, lowest } = equity;
  if (state !== 'ready') return cannotSay(blank, reason);
  const realised = drawdown.realised?.pct ?? 0;
  const [possible, provable] = [drawdown.possible?.pct ?? null, drawdown.provable?.pct ?? null];
  const threshold = rounded(times(decimalOf(maxHidden), decimalOf(realised)));
  const measured: Measured = { ...blank, value: possible, threshold };
  if (realised === 0) return cannotSay({ ...measured, threshold: null }, 'no-realised-drawdown');
  if (provable !== null && provable > threshold)
    return judged({ ...measured, figure: 'equity.drawdown.provable.pct', value: provable }, false);
  if (possible === null) return cannotSay(measured, lowest === null ? 'incomplete' : 'equity-not-positive');
  return possible <= threshold ? judged(measured, true) : cannotSay(measured, 'between');
}
