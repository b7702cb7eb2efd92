import { decimalOf, minus, rounded, times } from '../../../shared/decimal/exact-decimal.js';
import { floorToInterval } from '../../../shared/market/intervals.js';
import type { Span } from '../../../shared/market/spans.js';
import { inTicks } from '../minutes/price-ticks.js';
import { EXACT_STAMPS, type StampResolution } from '../minutes/stamp-resolution.js';
import { type BarsOfFills, type FillBars, minuteCount, spansOfFill } from './fill-bars.js';
import { type FillNumber, sideOfFill, tradeOfFill } from './fill-number.js';
import type { Finding } from './findings.js';
import type { JudgedTrades } from './judged-trades.js';

/**
 * The verdict on a fill. It is `possible` if the price of the fill was traded in the bars in which the fill may lie.
 */
export type FillVerdict = 'possible' | 'impossible' | 'unknown';

/** Everything that is needed to judge fills. */
export interface FillFacts {
  readonly trades: JudgedTrades;
  readonly bars: FillBars;
  readonly decimals: ReadonlyMap<number, number>;
  /** Null if the times do not fit the candles. */
  readonly resolution: StampResolution | null;
}

export interface JudgedFill {
  readonly verdict: FillVerdict;
  readonly findings: readonly Finding[];
  readonly quantity: number;
  /** Volume of the bars of the fill; null if the volume cannot be judged. */
  readonly volume: number | null;
}

/** Judges a fill. */
export function judgeFill(facts: FillFacts, fill: FillNumber): JudgedFill {
  const { trades, bars, resolution } = facts;
  const trade = tradeOfFill(fill);
  const spans = spansOfFill(trades, fill, resolution ?? EXACT_STAMPS);
  const hasAll = ({ seen, closed }: BarsOfFills, span: Span) =>
    minuteCount(span) === seen[fill]! + closed[fill]!;
  // A fill at a time at which the market was closed has no bars.
  const hasOwn = bars.own.seen[fill]! > 0 && hasAll(bars.own, spans.own);
  const hasBefore = hasAll(bars.before, spans.before);
  const verdict = verdictOf(facts, fill, hasOwn && hasBefore);
  const volume = bars.own.volume[fill]!;
  const assetHasVolume = bars.assets.get(trades.asset[trade]!)?.hasVolume ?? false;
  const isVolumeKnown = hasOwn && resolution !== null;
  const quantity = trades.qty[trade]!;
  const findings: Finding[] = [];
  if (verdict === 'impossible') findings.push(findingOf(facts, fill, 'impossible', missOf(facts, fill)));
  if (isVolumeKnown && volume === 0 && assetHasVolume) findings.push(findingOf(facts, fill, 'no-volume'));
  if (isVolumeKnown && volume > 0 && quantity > volume) findings.push(findingOf(facts, fill, 'over-volume'));
  return {
    verdict,
    findings,
    quantity,
    volume: isVolumeKnown && volume > 0 ? volume : null,
  };
}

const priceOf = ({ entryPrice, exitPrice }: JudgedTrades, fill: FillNumber): number =>
  (sideOfFill(fill) === 'entry' ? entryPrice : exitPrice)[tradeOfFill(fill)]!;

const timeOf = ({ entryTime, exitTime }: JudgedTrades, fill: FillNumber): number =>
  (sideOfFill(fill) === 'entry' ? entryTime : exitTime)[tradeOfFill(fill)]!;

function verdictOf(
  { trades, bars, decimals, resolution }: FillFacts,
  fill: FillNumber,
  hasAll: boolean,
): FillVerdict {
  if (bars.own.seen[fill] === 0) return 'unknown';
  const digits = decimals.get(trades.asset[tradeOfFill(fill)]!)!;
  const price = inTicks(priceOf(trades, fill), digits);
  const isIn = ({ seen, low, high }: BarsOfFills) =>
    seen[fill]! > 0 && inTicks(low[fill]!, digits) <= price && price <= inTicks(high[fill]!, digits);
  if (isIn(bars.own) || isIn(bars.before)) return 'possible';
  return hasAll && resolution !== null ? 'impossible' : 'unknown';
}

/** The fields that only the finding about an impossible fill has. */
type Miss = Pick<Finding, 'favourable' | 'money'>;

const NO_MISS: Miss = { favourable: null, money: null };

/** Returns how far an impossible price lies from the bars, and whether it is better than the bars allow. */
function missOf({ trades, bars, decimals }: FillFacts, fill: FillNumber): Miss {
  const trade = tradeOfFill(fill);
  const digits = decimals.get(trades.asset[trade]!)!;
  const [low, high] = [bars.own.low[fill]!, bars.own.high[fill]!];
  const price = priceOf(trades, fill);
  const isBelow = inTicks(price, digits) < inTicks(low, digits);
  const isBuy = (trades.direction[trade] === 1) === (sideOfFill(fill) === 'entry');
  const distance = minus(decimalOf(price), decimalOf(isBelow ? low : high));
  const money = Math.abs(rounded(times(distance, decimalOf(trades.quantity[trade]!))));
  return { favourable: isBelow === isBuy, money: { min: money, max: money } };
}

const findingOf = (
  { trades, bars }: FillFacts,
  fill: FillNumber,
  kind: 'impossible' | 'no-volume' | 'over-volume',
  { favourable, money } = NO_MISS,
): Finding => ({
  kind,
  fill: sideOfFill(fill),
  certainty: 'certain',
  time: floorToInterval(timeOf(trades, fill), '1m'),
  price: priceOf(trades, fill),
  low: bars.own.low[fill]!,
  high: bars.own.high[fill]!,
  open: null,
  favourable,
  money,
});
