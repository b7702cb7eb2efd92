import type { CandleDto } from '../../candles/candles.dto.js';
import type { Side } from '../../shared/market/sides.js';

/** Numbers of bars in the two averages. */
export interface Averages {
  readonly fast: number;
  readonly slow: number;
}

/**
 * The averages of the demo's session. These averages were chosen because their trades fill the sheet. The candles are a
 * random walk, so a good result is luck: `npm run demo -- --sweep` shows this.
 */
export const AVERAGES: Averages = { fast: 50, slow: 80 };

/** Distance of the stop from the entry, as a fraction of the entry price. */
const STOP_DISTANCE = 0.01;

/** Amount that the demo invests in each trade. */
const NOTIONAL = 2_000;

type Entry = ReturnType<typeof entryAt>;
type Exit = NonNullable<ReturnType<typeof exitAtStop>>;

/**
 * Trades the crossing of two moving averages of closes: long while the fast average is above the slow average,
 * otherwise short. Enters at the open of the next bar. Exits at the stop or at the next crossing.
 * @param candles 15-minute bars
 * @param notional amount invested in each trade
 * @returns closed trades in the form that `POST /sessions/{id}/trades` accepts
 */
export function movingAverageTrades(
  candles: readonly CandleDto[],
  averages: Averages = AVERAGES,
  notional = NOTIONAL,
): (Entry & Exit)[] {
  const trades: (Entry & Exit)[] = [];
  let entry: Entry | null = null;
  let earlier = candles.length > averages.slow ? sideBefore(candles, averages.slow, averages) : null;
  for (let i = averages.slow + 1; i < candles.length; i += 1) {
    const bar = candles[i]!;
    const side = sideBefore(candles, i, averages);
    const hasCrossed = side !== earlier;
    earlier = side;
    let exit = entry && exitAtStop(entry, candles[i - 1]!);
    if (hasCrossed) exit ??= { exitPrice: bar.open, exitTime: bar.ts, note: 'crossing' };
    if (entry && exit) {
      trades.push({ ...entry, ...exit });
      entry = null;
    }
    if (hasCrossed) entry = entryAt(bar, side, trades.length + 1, notional);
  }
  return trades;
}

/** Returns the side that the bars before index `end` suggest. */
const sideBefore = (candles: readonly CandleDto[], end: number, { fast, slow }: Averages): Side =>
  meanClose(candles.slice(end - fast, end)) > meanClose(candles.slice(end - slow, end)) ? 'long' : 'short';

const meanClose = (candles: readonly CandleDto[]): number =>
  candles.reduce((sum, { close }) => sum + close, 0) / candles.length;

const entryAt = ({ ts, open }: CandleDto, side: Side, number: number, notional: number) => ({
  clientId: `moving-average-${number}`,
  side,
  qty: Math.round((notional / open) * 1e5) / 1e5,
  entryPrice: open,
  entryTime: ts,
  stopLoss: cents(side === 'long' ? open * (1 - STOP_DISTANCE) : open * (1 + STOP_DISTANCE)),
});

/**
 * Returns the exit if the bar touches the stop. The minute of the touch is unknown, so the exit has the time of the
 * bar's open, as in the results of most backtesting tools.
 */
function exitAtStop({ side, stopLoss }: Entry, { ts, low, high }: CandleDto) {
  const isHit = side === 'long' ? low <= stopLoss : high >= stopLoss;
  if (!isHit) return null;
  return { exitPrice: stopLoss, exitTime: ts, note: 'stop' };
}

const cents = (price: number) => Math.round(price * 100) / 100;
