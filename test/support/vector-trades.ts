import type { AnalysedTrades } from '../../src/review/analysis/analysed-trades.js';
import type { OhlcMinutes } from '../../src/review/analysis/minutes/ohlc-minutes.js';
import { analysedTrades } from './analysed-trades.js';
import { partsOf } from './ohlc-bars.js';
import { repeatableRandom } from './repeatable-random.js';

export const MINUTE = 60_000;
const START = Date.UTC(2024, 1, 20);
const DAYS = 45;

const cents = (price: number): number => Math.round(price * 100) / 100;

/** Returns 1m bars of a market whose price wanders. */
function wanderingBars(seed: number, firstPrice: number): OhlcMinutes {
  const random = repeatableRandom(seed);
  const count = DAYS * 1_440;
  const column = () => new Float64Array(count);
  const [ts, open, high, low, close] = [column(), column(), column(), column(), column()];
  let price = firstPrice;
  for (let i = 0; i < count; i += 1) {
    ts[i] = START + i * MINUTE;
    open[i] = price;
    price = cents(price * (1 + (random() - 0.5) * 0.002));
    high[i] = cents(Math.max(open[i]!, price) + random() * 0.1);
    low[i] = cents(Math.min(open[i]!, price) - random() * 0.1);
    close[i] = price;
  }
  return { count, ts, open, high, low, close };
}

const MARKETS = [wanderingBars(11, 1_000), wanderingBars(12, 250)] as const;

/** The bars of each asset, by the position of the asset. The bars of the second asset end some days earlier. */
export const VECTOR_BARS: readonly OhlcMinutes[] = [MARKETS[0], partsOf(MARKETS[1], 35 * 1_440)[0]!];

/**
 * 80 long and short trades on two assets over 40 days. Each fill is at the open of a minute and has the time of this
 * minute.
 */
export const VECTOR_TRADES: AnalysedTrades = (() => {
  const random = repeatableRandom(13);
  const rows = Array.from({ length: 80 }, (_, i) => {
    const asset = i % 3 === 0 ? 1 : 0;
    const entry = Math.floor(i * 0.5 * 1_440 + random() * 700);
    const exit = entry + 1 + Math.floor(random() ** 3 * 3_000);
    return { asset, entry, exit, direction: random() < 0.5 ? 1 : -1, hasStop: i % 9 !== 4 };
  }).toSorted((a, b) => a.exit - b.exit || a.entry - b.entry);
  const column = (valueOf: (row: (typeof rows)[number]) => number) => Float64Array.from(rows, valueOf);
  const entryOf = ({ asset, entry }: (typeof rows)[number]) => MARKETS[asset]!.open[entry]!;
  const exitOf = ({ asset, exit }: (typeof rows)[number]) => MARKETS[asset]!.open[exit]!;
  const gross = (row: (typeof rows)[number]) => cents((exitOf(row) - entryOf(row)) * row.direction * 2);
  return {
    count: rows.length,
    entryTime: column(({ entry }) => START + entry * MINUTE),
    exitTime: column(({ exit }) => START + exit * MINUTE),
    plGross: column(gross),
    plNet: column((row) => cents(gross(row) - 1.5)),
    plPct: column((row) => (gross(row) - 1.5) / 100),
    feesPaid: column(() => 1.5),
    rMultiple: column((row) => (row.hasStop ? cents((gross(row) - 1.5) / 20) : NaN)),
    direction: column(({ direction }) => direction),
    quantity: column(() => 2),
    entryPrice: column(entryOf),
    exitPrice: column(exitOf),
    stopLoss: column((row) => (row.hasStop ? entryOf(row) - 10 * row.direction : NaN)),
    asset: column(({ asset }) => asset),
  };
})();

export const NO_VECTORS: AnalysedTrades = analysedTrades([]);
