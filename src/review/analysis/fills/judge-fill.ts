import { decimalOf, minus, rounded, times } from '../../../shared/decimal/exact-decimal.js';
import { floorToInterval } from '../../../shared/market/intervals.js';
import { inTicks } from '../minutes/price-ticks.js';
import { EXACT_STAMPS, type StampResolution } from '../minutes/stamp-resolution.js';
import { type BarsOfFills, type FillBars, minuteCount, spansOfFill } from './fill-bars.js';
import type { Fill, Finding } from './findings.js';
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

/**
 * Judges a fill.
 * @param number number of the fill: 2 · trade for an entry, 2 · trade + 1 for an exit
 */
export function judgeFill(facts: FillFacts, number: number): JudgedFill {
  const { trades, bars, resolution } = facts;
  const trade = number >> 1;
  const spans = spansOfFill(trades, number, resolution ?? EXACT_STAMPS);
  const hasOwn = bars.own.seen[number] === minuteCount(spans.own);
  const hasBefore = bars.before.seen[number] === minuteCount(spans.before);
  const verdict = verdictOf(facts, number, hasOwn && hasBefore);
  const volume = bars.own.volume[number]!;
  const assetHasVolume = bars.assets.get(trades.asset[trade]!)?.hasVolume ?? false;
  const isVolumeKnown = hasOwn && resolution !== null;
  const quantity = trades.quantity[trade]!;
  const findings: Finding[] = [];
  if (verdict === 'impossible') findings.push(findingOf(facts, number, 'impossible', missOf(facts, number)));
  if (isVolumeKnown && volume === 0 && assetHasVolume) findings.push(findingOf(facts, number, 'no-volume'));
  if (isVolumeKnown && volume > 0 && quantity > volume)
    findings.push(findingOf(facts, number, 'over-volume'));
  return {
    verdict,
    findings,
    quantity,
    volume: isVolumeKnown && volume > 0 ? volume : null,
  };
}

const fillOf = (number: number): Fill => (number % 2 === 0 ? 'entry' : 'exit');

const priceOf = ({ entryPrice, exitPrice }: JudgedTrades, number: number): number =>
  (number % 2 === 0 ? entryPrice : exitPrice)[number >> 1]!;

const timeOf = ({ entryTime, exitTime }: JudgedTrades, number: number): number =>
  (number % 2 === 0 ? entryTime : exitTime)[number >> 1]!;

function verdictOf(
  { trades, bars, decimals, resolution }: FillFacts,
  number: number,
  hasAll: boolean,
): FillVerdict {
  if (bars.own.seen[number] === 0) return 'unknown';
  const digits = decimals.get(trades.asset[number >> 1]!)!;
  const price = inTicks(priceOf(trades, number), digits);
  const isIn = ({ seen, low, high }: BarsOfFills) =>
    seen[number]! > 0 && inTicks(low[number]!, digits) <= price && price <= inTicks(high[number]!, digits);
  if (isIn(bars.own) || isIn(bars.before)) return 'possible';
  return hasAll && resolution !== null ? 'impossible' : 'unknown';
}

/** The fields that only the finding about an impossible fill has. */
type Miss = Pick<Finding, 'favourable' | 'money'>;

const NO_MISS: Miss = { favourable: null, money: null };

/** Returns how far an impossible price lies from the bars, and whether it is better than the bars allow. */
function missOf({ trades, bars, decimals }: FillFacts, number: number): Miss {
  const trade = number >> 1;
  const digits = decimals.get(trades.asset[trade]!)!;
  const [low, high] = [bars.own.low[number]!, bars.own.high[number]!];
  const price = priceOf(trades, number);
  const isBelow = inTicks(price, digits) < inTicks(low, digits);
  const isBuy = (trades.direction[trade] === 1) === (number % 2 === 0);
  const distance = minus(decimalOf(price), decimalOf(isBelow ? low : high));
  const money = Math.abs(rounded(times(distance, decimalOf(trades.quantity[trade]!))));
  return { favourable: isBelow === isBuy, money: { min: money, max: money } };
}

const findingOf = (
  { trades, bars }: FillFacts,
  number: number,
  kind: 'impossible' | 'no-volume' | 'over-volume',
  { favourable, money } = NO_MISS,
): Finding => ({
  kind,
  fill: fillOf(number),
  certainty: 'certain',
  time: floorToInterval(timeOf(trades, number), '1m'),
  price: priceOf(trades, number),
  low: bars.own.low[number]!,
  high: bars.own.high[number]!,
  open: null,
  favourable,
  money,
});
