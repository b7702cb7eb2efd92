import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { AnalysedTrades } from '../../src/review/analysis/analysed-trades.js';
import type { SimulationSettings } from '../../src/review/analysis/monte-carlo/simulation-settings.js';
import { nthSmallest } from './nth-smallest.js';

/* The baselines of bench/analysis.ts: hand-written loops that compute the same figures with plain additions. */

interface Settings {
  readonly initialBalance: number;
  readonly breakEvenThreshold: number;
}

const DAY_MS = 86_400_000;
/** The offset of New York in winter. A constant offset is the fastest way to compute local times. */
const OFFSET_MS = -5 * 3_600_000;

const dayOf = (time: number) => Math.floor((time + OFFSET_MS) / DAY_MS);

/** Computes the results by day of the exit and by month. */
export function minimalCalendar(trades: AnalysedTrades, { initialBalance, breakEvenThreshold }: Settings) {
  const { count, exitTime, plGross, plNet, feesPaid } = trades;
  const days = [];
  const months = new Map<string, { tradeCount: number; plNet: number; start: number }>();
  let equity = initialBalance;
  for (let i = 0; i < count;) {
    const day = dayOf(exitTime[i]!);
    const from = i;
    let wins = 0,
      losses = 0,
      gross = 0,
      fees = 0,
      net = 0;
    for (; i < count && dayOf(exitTime[i]!) === day; i++) {
      const n = plNet[i]!;
      net += n;
      gross += plGross[i]!;
      fees += feesPaid[i]!;
      if (n > breakEvenThreshold) wins++;
      else if (n < -breakEvenThreshold) losses++;
    }
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
    const month = months.get(date.slice(0, 7)) ?? { tradeCount: 0, plNet: 0, start: equity };
    month.tradeCount += i - from;
    month.plNet += net;
    months.set(date.slice(0, 7), month);
    const returnPct = (net / equity) * 100;
    equity += net;
    days.push({ date, tradeCount: i - from, wins, losses, gross, fees, net, returnPct, equity });
  }
  return [days, months];
}

const FIELDS = 40;

/** Computes the figures of the 24 entry hours, each in a row of one table. */
export function minimalBreakdown(trades: AnalysedTrades, { initialBalance, breakEvenThreshold }: Settings) {
  const { count, entryTime, exitTime, plGross, plNet, plPct, feesPaid, rMultiple } = trades;
  const table = new Float64Array(24 * FIELDS);
  for (let i = 0; i < count; i++) {
    const at = (Math.floor((entryTime[i]! + OFFSET_MS) / 3_600_000) % 24) * FIELDS;
    const n = plNet[i]!,
      g = plGross[i]!,
      p = plPct[i]!,
      r = rMultiple[i]!,
      ms = exitTime[i]! - entryTime[i]!;
    if (table[at]!++ === 0) {
      table[at + 1] = entryTime[i]!;
      table[at + 2] = initialBalance;
    }
    if (entryTime[i]! < table[at + 1]!) table[at + 1] = entryTime[i]!;
    table[at + 3] = exitTime[i]!;
    table[at + 4]! += n;
    table[at + 5]! += g;
    table[at + 6]! += feesPaid[i]!;
    table[at + 7]! += p;
    table[at + 8]! += ms;
    table[at + (g > 0 ? 9 : 10)]! += g;
    table[at + (n > 0 ? 11 : 12)]! += n;
    if (r === r) {
      table[at + 13]! += r;
      table[at + 14]!++;
      if (r > table[at + 15]!) table[at + 15] = r;
    }
    const kind = n > breakEvenThreshold ? 0 : n < -breakEvenThreshold ? 1 : 2;
    const own = at + 16 + 4 * kind;
    table[own]!++;
    table[own + 1]! += n;
    table[own + 2]! += p;
    table[own + 3]! += ms;
    if (kind === 0 && p > table[at + 28]!) table[at + 28] = p;
    if (kind === 1 && p < table[at + 29]!) table[at + 29] = p;
    if (kind === 0) {
      if (table[at + 30]!++ === 0) table[at + 31]!++;
      if (table[at + 30]! > table[at + 32]!) table[at + 32] = table[at + 30]!;
      table[at + 33] = 0;
    } else if (kind === 1) {
      if (table[at + 33]!++ === 0) table[at + 34]!++;
      if (table[at + 33]! > table[at + 35]!) table[at + 35] = table[at + 33]!;
      table[at + 30] = 0;
    } else table[at + 30] = table[at + 33] = 0;
    const equity = initialBalance + table[at + 4]!;
    if (equity > table[at + 2]!) table[at + 2] = equity;
    const below = table[at + 2]! - equity;
    if (below > table[at + 36]!) table[at + 36] = below;
    if (below / table[at + 2]! > table[at + 37]!) table[at + 37] = below / table[at + 2]!;
  }
  return table;
}

/** Computes returns, figures per trade, drawdowns and exposure. */
export function minimalRisk(trades: AnalysedTrades, settings: Settings & { readonly riskFreeRate: number }) {
  return [
    dailyFigures(trades, settings),
    tradeFigures(trades, settings),
    deepestPeriods(trades, settings),
    exposure(trades, settings),
  ];
}

function dailyFigures(
  { count, exitTime, plNet }: AnalysedTrades,
  { initialBalance, riskFreeRate }: Settings & { readonly riskFreeRate: number },
) {
  const first = dayOf(exitTime[0]!);
  const nets = new Float64Array(dayOf(exitTime[count - 1]!) - first + 1);
  for (let i = 0; i < count; i++) nets[dayOf(exitTime[i]!) - first]! += plNet[i]!;
  const days = nets.length;
  const returns = new Float64Array(days);
  let equity = initialBalance,
    peak = equity,
    sum = 0,
    squares = 0,
    up = 0,
    down = 0,
    below = 0,
    ulcer = 0,
    best = 0,
    worst = 0;
  for (let day = 0; day < days; day++) {
    const r = nets[day]! / equity;
    returns[day] = r;
    equity += nets[day]!;
    if (equity > peak) peak = equity;
    sum += r;
    if (r > 0) up += r;
    else down -= r;
    const excess = r - riskFreeRate / 36_500;
    if (excess < 0) below += excess * excess;
    ulcer += ((peak - equity) / peak) ** 2;
    if (nets[day]! > nets[best]!) best = day;
    if (nets[day]! < nets[worst]!) worst = day;
  }
  const mean = sum / days;
  for (let day = 0; day < days; day++) squares += (returns[day]! - mean) ** 2;
  returns.sort();
  const risk = returns[Math.floor(days / 20)]!;
  let tail = 0;
  for (let day = 0; returns[day]! <= risk; day++) tail += returns[day]!;
  const deviation = Math.sqrt(squares / (days - 1));
  const growth = (equity / initialBalance) ** (365 / days);
  return [
    mean / deviation,
    mean / Math.sqrt(below / days),
    up / down,
    Math.sqrt(ulcer / days),
    growth,
    risk,
    tail,
    best,
    worst,
  ];
}

function tradeFigures({ count, plNet, rMultiple }: AnalysedTrades, { breakEvenThreshold }: Settings) {
  let sum = 0,
    sumR = 0,
    countR = 0,
    runs = 0,
    wins = 0,
    losses = 0,
    won = 0,
    lost = 0,
    last = 0;
  for (let i = 0; i < count; i++) {
    const n = plNet[i]!,
      r = rMultiple[i]!;
    sum += n;
    if (r === r) {
      sumR += r;
      countR++;
    }
    const kind = n > breakEvenThreshold ? 1 : n < -breakEvenThreshold ? -1 : 0;
    if (kind === 0) continue;
    if (kind !== last) runs++;
    last = kind;
    if (kind === 1) {
      wins++;
      won += n;
    } else {
      losses++;
      lost -= n;
    }
  }
  const mean = sum / count,
    meanR = sumR / countR;
  let m2 = 0,
    m3 = 0,
    m4 = 0,
    m2R = 0;
  for (let i = 0; i < count; i++) {
    const d = plNet[i]! - mean,
      r = rMultiple[i]!;
    const square = d * d;
    m2 += square;
    m3 += square * d;
    m4 += square * square;
    if (r === r) m2R += (r - meanR) ** 2;
  }
  const median = nthSmallest(plNet.slice(), count >> 1);
  const deviation = Math.sqrt(m2 / (count - 1));
  const kelly = wins / (wins + losses) - losses / (wins + losses) / (won / wins / (lost / losses));
  return [median, deviation, m3, m4, meanR / Math.sqrt(m2R / countR), kelly, mean / deviation, runs];
}

function deepestPeriods({ count, exitTime, plNet }: AnalysedTrades, { initialBalance }: Settings) {
  let equity = initialBalance,
    peak = equity,
    peakTime = exitTime[0]!,
    trough = equity,
    troughTime = peakTime,
    underWater = 0,
    longest = 0;
  const periods: number[][] = [];
  for (let i = 0; i < count; i++) {
    equity += plNet[i]!;
    if (i + 1 < count && exitTime[i + 1] === exitTime[i]) continue;
    if (equity >= peak) {
      if (trough < peak) {
        const lasts = exitTime[i]! - peakTime;
        underWater += lasts;
        if (lasts > longest) longest = lasts;
        periods.push([(peak - trough) / peak, peakTime, troughTime, exitTime[i]!, peak, trough]);
      }
      peak = trough = equity;
      peakTime = exitTime[i]!;
    } else if (equity < trough) {
      trough = equity;
      troughTime = exitTime[i]!;
    }
  }
  periods.sort((a, b) => b[0]! - a[0]!);
  return [periods.slice(0, 10), underWater, longest];
}

/**
 * Maximum number of trades of `exposure`. A time and the index of a trade share the 53 bits of a double, and the index
 * takes 17 of these bits.
 */
const PLACES = 2 ** 17;

function exposure(
  { count, entryTime, exitTime, quantity, entryPrice, plNet }: AnalysedTrades,
  { initialBalance }: Settings,
) {
  const start = entryTime[0]! - 100 * DAY_MS;
  const entries = entryTime.map((time, i) => (time - start) * PLACES + i).sort();
  let ended = 0,
    open = 0,
    most = 0,
    notional = 0,
    largest = 0,
    leverage = 0,
    balance = initialBalance,
    inMarket = 0,
    openTime = 0,
    last = 0;
  for (let begun = 0; begun < count; begun++) {
    const i = entries[begun]! % PLACES;
    const now = entryTime[i]!;
    for (; ended < count && exitTime[ended]! <= now; ended++) {
      if (open > 0) inMarket += exitTime[ended]! - last;
      openTime += open * (exitTime[ended]! - last);
      last = exitTime[ended]!;
      open--;
      notional -= quantity[ended]! * entryPrice[ended]!;
      balance += plNet[ended]!;
    }
    if (open > 0) inMarket += now - last;
    openTime += open * (now - last);
    last = now;
    open++;
    notional += quantity[i]! * entryPrice[i]!;
    if (open > most) most = open;
    if (notional > largest) largest = notional;
    if (notional / balance > leverage) leverage = notional / balance;
  }
  return [inMarket, openTime, most, largest, leverage];
}

const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];

/** Computes bootstrapped paths with the same random draws and the same quantiles as the service. */
export function minimalPaths({ count, plNet }: AnalysedTrades, settings: SimulationSettings) {
  const { initialBalance, paths, ruinLevel, seed } = settings;
  const trades = settings.trades ?? count;
  const rng = xoroshiro128plus(seed);
  const bands = Array.from({ length: 200 }, () => new Float64Array(paths));
  const falls = new Float64Array(paths);
  const shares = new Float64Array(paths);
  const points = bands.map((_, point) => Math.round((point * trades) / 199));
  let ruined = 0;
  for (let path = 0; path < paths; path++) {
    let equity = initialBalance,
      peak = equity,
      least = equity,
      fall = 0,
      share = 0;
    for (let i = 0, point = 0; i <= trades; i++) {
      if (i === points[point]) bands[point++]![path] = equity;
      if (i === trades) break;
      equity += plNet[uniformInt(rng, 0, count - 1)]!;
      if (equity > peak) peak = equity;
      if (equity < least) least = equity;
      const below = peak - equity;
      if (below > fall) fall = below;
      if (below / peak > share) share = below / peak;
    }
    falls[path] = fall;
    shares[path] = share;
    if (least <= ruinLevel) ruined++;
  }
  const quantiles = [...bands, falls, shares].map((values) =>
    QUANTILES.map((q) => nthSmallest(values, Math.floor(q * (paths - 1)))),
  );
  return [quantiles, ruined / paths];
}

/** Adds as many random results as there are changes, for each path, and counts the paths with a positive sum. */
export function minimalChances(plNet: Float64Array, changes: number): number {
  const rng = xoroshiro128plus(42);
  const paths = 20_000_000 / changes;
  let count = 0;
  for (let path = 0; path < paths; path++) {
    let sum = 0;
    for (let i = 0; i < changes; i++) sum += plNet[uniformInt(rng, 0, plNet.length - 1)]!;
    if (sum > 0) count++;
  }
  return count;
}
