import { readCandleFile } from '../../src/candles/import/read-candle-file.js';
import type { BarColumns } from '../../src/candles/store/bar-columns.js';
import type { RiskedTrades } from '../../src/stats/ideal-r/risked-trades.js';
import { realData } from '../../test/support/real-data.js';

export const MINUTE = 60_000;
export const HORIZON = 24 * 60 * MINUTE;
export const TRADES = 10_000;

/** Returns recorded candles if they are available, otherwise generated candles. */
export async function someBars(): Promise<{ bars: BarColumns; origin: string }> {
  const file = realData('candles/venue-spot/BTCUSDT-1m-2023.csv.gz', 'ideal R over real candles');
  if (!file) return { bars: generatedBars(66_000), origin: 'generated candles' };
  return {
    bars: (await readCandleFile(file, { interval: '1m', now: Date.now() })).bars,
    origin: 'real candles',
  };
}

/** Returns a random walk without a gap. */
function generatedBars(count: number): BarColumns {
  const random = repeatableRandom();
  const column = () => new Float64Array(count);
  const bars = {
    count,
    ts: column(),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
    volume: column(),
  };
  let price = 28_000;
  for (let i = 0; i < count; i += 1) {
    const [open, close] = [price, price + (random() - 0.5) * 20];
    bars.ts[i] = Date.UTC(2023, 2, 17) + i * MINUTE;
    bars.open[i] = open;
    bars.close[i] = close;
    bars.high[i] = Math.max(open, close) + random() * 8;
    bars.low[i] = Math.min(open, close) - random() * 8;
    price = close;
  }
  return bars;
}

/**
 * Returns trades that are entered at any time except on the last day. Half of the entries are on the minute. The stops
 * are 0.5 % to 8 % away from the entry.
 */
export function someTrades(bars: BarColumns): RiskedTrades {
  const random = repeatableRandom();
  const [count, column] = [TRADES, () => new Float64Array(TRADES)];
  const trades = {
    count,
    idOf: (trade: number) => `trade-${trade}`,
    direction: column(),
    entryTime: column(),
    entryPrice: column(),
    stopLoss: column(),
    plNet: column(),
    asset: column(),
  };
  const places = Float64Array.from({ length: count }, () =>
    Math.floor(random() * (bars.count - 1_500)),
  ).sort();
  for (const [i, place] of places.entries()) {
    const direction = random() < 0.5 ? 1 : -1;
    const entryPrice = bars.close[place]!;
    const risk = Math.round(entryPrice * (0.005 + random() * 0.075) * 100) / 100;
    trades.direction[i] = direction;
    trades.entryTime[i] = bars.ts[place]! + (random() < 0.5 ? 0 : Math.floor(random() * MINUTE));
    trades.entryPrice[i] = entryPrice;
    trades.stopLoss[i] = Math.round((entryPrice - direction * risk) * 100) / 100;
    trades.plNet[i] = Math.round((random() - 0.55) * 1000) / 100;
  }
  return trades;
}

/** Returns a linear congruential generator (Numerical Recipes), so that the trades are equal in every run. */
function repeatableRandom(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
