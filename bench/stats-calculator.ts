import { calculateStatistics } from '../src/shared/figures/calculator/calculate-statistics.js';
import type { TradeColumns } from '../src/shared/figures/calculator/trade-columns.js';
import { sortTradeColumns, tradeOrder } from '../src/shared/figures/calculator/trade-order.js';
import { type BenchRow, type Goal, compared, scaled, short, timed } from './measure.js';
import { nthSmallest } from './support/nth-smallest.js';

const SETTINGS = { initialBalance: 10_000, breakEvenThreshold: 0.5 };

/**
 * Compares the statistics calculator with a minimal computation of the same figures: one hand-written loop over the
 * same columns, with plain additions and no checks. The values are medians of interleaved runs.
 */
export async function run(): Promise<BenchRow[]> {
  const sizes: [number, number][] = [
    [1_000, 401],
    [10_000, 201],
    [100_000, 51],
    [1_000_000, 25],
  ];
  const rows: BenchRow[] = [];
  for (const [size, runs] of sizes) {
    const trades = generatedTrades(size === 1_000_000 ? scaled(size) : size);
    rows.push(
      await againstOnePass(
        `calculator, ${short(trades.count)} trades in order`,
        runs,
        trades,
        () => calculateStatistics(trades, SETTINGS),
        size === 1_000_000 ? { of: 'ratio', most: 1.5 } : undefined,
      ),
    );
  }
  return [...rows, await orderedFirst()];
}

/**
 * Measures trades that are not in trade order, so that they are sorted first. Ids determine the order of the few trades
 * with equal times.
 */
function orderedFirst(): Promise<BenchRow> {
  const sorted = generatedTrades(scaled(1_000_000));
  const copyOf = (trades: TradeColumns) => structuredClone(trades);
  const random = randomNumbers(7);
  const shuffled = sortTradeColumns(
    copyOf(sorted),
    Uint32Array.from({ length: sorted.count }, (_, i) => i).sort(() => random() - 0.5),
  );
  const byPlace = (a: number, b: number) => a - b;
  return againstOnePass(
    `${short(sorted.count)} trades in any order, copied and brought into trade order`,
    7,
    sorted,
    () => sortTradeColumns(copyOf(shuffled), tradeOrder(shuffled, byPlace)),
  );
}

function againstOnePass(
  workload: string,
  runs: number,
  trades: TradeColumns,
  ours: () => unknown,
  goal?: Goal,
): Promise<BenchRow> {
  return compared({
    workload,
    unit: 'ms',
    runs,
    warmUps: Math.ceil(Math.max(3, runs / 5)),
    ours: timed(ours),
    baseline: timed(() => minimalPass(trades, SETTINGS)),
    note: 'against one hand-written loop over the same columns, in trade order',
    ...(goal && { goal }),
  });
}

/** Returns random numbers (Mulberry32), so that the trades are equal in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Returns overlapping trades in trade order. Wins, losses and break-evens are mixed, and a fifth of the trades has no
 * stop.
 */
function generatedTrades(count: number): TradeColumns {
  const random = randomNumbers(count);
  const column = () => new Float64Array(count);
  const trades = {
    count,
    entryTime: column(),
    exitTime: column(),
    plGross: column(),
    plNet: column(),
    plPct: column(),
    feesPaid: column(),
    rMultiple: column(),
  };
  const to8 = (value: number) => Math.round(value * 1e8) / 1e8;
  let exitTime = 1_700_000_000_000;
  for (let i = 0; i < count; i++) {
    exitTime += Math.floor(random() * 600_000);
    const gross = to8((random() + random() + random() - 1.45) * 100);
    const fees = to8(random());
    trades.exitTime[i] = exitTime;
    trades.entryTime[i] = exitTime - Math.floor(random() * 86_400_000);
    trades.plGross[i] = gross;
    trades.feesPaid[i] = fees;
    trades.plNet[i] = to8(gross - fees);
    trades.plPct[i] = to8((gross - fees) / 10);
    trades.rMultiple[i] = random() < 0.2 ? NaN : to8((gross - fees) / 50);
  }
  return trades;
}

/**
 * Computes every figure of the calculator in one loop. Only the histogram needs its range and quartiles before the
 * loop.
 */
function minimalPass(trades: TradeColumns, settings: typeof SETTINGS) {
  const { count, entryTime, exitTime, plGross, plNet, plPct, feesPaid, rMultiple } = trades;
  const threshold = settings.breakEvenThreshold;
  const time = new Float64Array(count + 1);
  const equity = new Float64Array(count + 1);
  let wins = 0,
    losses = 0,
    winNet = 0,
    lossNet = 0,
    evenNet = 0,
    winPct = 0,
    lossPct = 0,
    winMs = 0,
    lossMs = 0,
    ms = 0;
  let net = 0,
    gross = 0,
    fees = 0,
    pct = 0,
    r = 0,
    rCount = 0,
    rMax = -Infinity;
  let grossUp = 0,
    grossDown = 0,
    netUp = 0,
    netDown = 0,
    bestWin = -Infinity,
    worstLoss = Infinity;
  let winRun = 0,
    lossRun = 0,
    winRuns = 0,
    lossRuns = 0,
    maxWinRun = 0,
    maxLossRun = 0;
  let points = 1,
    peak = settings.initialBalance,
    drawdown = 0,
    drawdownShare = 0;
  let first = Infinity,
    min = Infinity,
    max = -Infinity;
  for (let i = 0; i < count; i++) {
    const n = plNet[i]!,
      g = plGross[i]!,
      p = plPct[i]!,
      entry = entryTime[i]!,
      exit = exitTime[i]!,
      multiple = rMultiple[i]!;
    const duration = exit - entry;
    net += n;
    gross += g;
    fees += feesPaid[i]!;
    pct += p;
    ms += duration;
    if (entry < first) first = entry;
    if (p < min) min = p;
    if (p > max) max = p;
    if (g > 0) grossUp += g;
    else grossDown -= g;
    if (n > 0) netUp += n;
    else netDown -= n;
    if (multiple === multiple) {
      r += multiple;
      rCount++;
      if (multiple > rMax) rMax = multiple;
    }
    if (n > threshold) {
      wins++;
      winNet += n;
      winPct += p;
      winMs += duration;
      if (p > bestWin) bestWin = p;
      if (winRun++ === 0) winRuns++;
      if (winRun > maxWinRun) maxWinRun = winRun;
      lossRun = 0;
    } else if (n < -threshold) {
      losses++;
      lossNet += n;
      lossPct += p;
      lossMs += duration;
      if (p < worstLoss) worstLoss = p;
      if (lossRun++ === 0) lossRuns++;
      if (lossRun > maxLossRun) maxLossRun = lossRun;
      winRun = 0;
    } else {
      evenNet += n;
      winRun = lossRun = 0;
    }
    if (i + 1 < count && exitTime[i + 1] === exit) continue;
    const value = settings.initialBalance + net;
    time[points] = exit;
    equity[points++] = value;
    if (value > peak) peak = value;
    else {
      const below = peak - value;
      if (below > drawdown) drawdown = below;
      if (below / peak > drawdownShare) drawdownShare = below / peak;
    }
  }
  time[0] = first;
  equity[0] = settings.initialBalance;
  const scratch = plPct.slice();
  const q1 = nthSmallest(scratch, count >> 2);
  const q3 = nthSmallest(scratch, (3 * count) >> 2);
  const width = 10 ** Math.ceil(Math.log10(Math.max((2 * (q3 - q1)) / Math.cbrt(count), (max - min) / 50)));
  const firstBin = Math.floor(min / width);
  const bins = new Uint32Array(Math.floor(max / width) - firstBin + 1);
  for (let i = 0; i < count; i++) bins[Math.floor(plPct[i]! / width) - firstBin]!++;
  return [
    wins,
    losses,
    winNet / wins,
    lossNet / losses,
    evenNet,
    winPct / wins,
    lossPct / losses,
    winMs / wins,
    lossMs / losses,
    ms / count,
    net,
    gross,
    fees,
    pct / count,
    r / rCount,
    rMax,
    grossUp / grossDown,
    netUp / netDown,
    bestWin,
    worstLoss,
    wins / winRuns,
    losses / lossRuns,
    maxWinRun,
    maxLossRun,
    drawdown,
    drawdownShare,
    time.subarray(0, points),
    equity,
    bins,
  ];
}
