import { Decimal } from 'decimal.js';
import { derivedFigures, type TradeFacts } from '../src/shared/figures/derived-figures.js';
import { type BenchRow, compared, timed } from './measure.js';
import type { ExecutionCosts } from '../src/shared/market/execution-costs.js';

const BATCH = 500;
const ROUNDS = 101;
const COSTS: ExecutionCosts = {
  spread: 0.01,
  slippage: 0.005,
  fees: { entryFee: 0.1, exitFee: 0.1, type: 'percent' },
};

/** Compares the derived figures of one full ingest batch with the same formulas in decimal.js. */
export async function run(): Promise<BenchRow[]> {
  return [
    await againstDecimalJs(
      'derived figures, prices as quoted',
      someTrades(() => 0),
    ),
    await againstDecimalJs(
      'derived figures, 16 to 17 digit prices',
      someTrades((random) => random() / 100),
      'prices that a script computed',
    ),
  ];
}

function againstDecimalJs(workload: string, trades: readonly TradeFacts[], note?: string): Promise<BenchRow> {
  const ours = () => trades.map((trade) => derivedFigures(trade, COSTS));
  const baseline = () => trades.map((trade) => decimalJsFigures(trade, COSTS));
  if (JSON.stringify(ours()) !== JSON.stringify(baseline())) throw new Error(`${workload}: results differ`);
  return compared({
    workload,
    unit: `ms per ${BATCH} trades`,
    runs: ROUNDS,
    ours: timed(ours),
    baseline: timed(baseline),
    note: ['against decimal.js', note].filter(Boolean).join('; '),
  });
}

/**
 * Returns trades with prices of 2 decimals and lots of 5 decimals, as a spot venue quotes them. `noise` adds digits to
 * a price.
 */
function someTrades(noise: (random: () => number) => number): TradeFacts[] {
  const random = repeatableRandom();
  return Array.from({ length: BATCH }, (_, i) => {
    const entry = 20_000_00 + Math.floor(random() * 10_000_00);
    const move = Math.floor((random() - 0.5) * 1_000_00);
    const stop = 200_00 + Math.floor(random() * 500_00);
    const side = i % 2 === 0 ? 'long' : 'short';
    return {
      side,
      qty: (1 + Math.floor(random() * 50_000)) / 1e5,
      entryPrice: entry / 100 + noise(random),
      exitPrice: (entry + move) / 100 + noise(random),
      stopLoss: (side === 'long' ? entry - stop : entry + stop) / 100,
    };
  });
}

/** Returns a linear congruential generator (Numerical Recipes), so that the trades are equal in every run. */
function repeatableRandom(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * 32 digits are enough for every product of these workloads. The default of 20 digits would round some products and is
 * no faster.
 */
const Exact = Decimal.clone({ precision: 32, rounding: Decimal.ROUND_HALF_UP });
const figure = (value: Decimal) => value.toDecimalPlaces(8).toNumber() + 0;

function decimalJsFigures(trade: TradeFacts, costs: ExecutionCosts) {
  const qty = new Exact(trade.qty);
  const entry = new Exact(trade.entryPrice);
  const exit = new Exact(trade.exitPrice);
  const entryNotional = entry.times(qty);

  const fees = entryNotional
    .times(costs.fees.entryFee)
    .plus(exit.times(qty).times(costs.fees.exitFee))
    .times(0.01);
  const feesPaid = figure(fees);
  const spreadPaid = figure(qty.times(costs.spread));
  const slippagePaid = figure(qty.times(costs.slippage).times(2));
  const move = trade.side === 'long' ? exit.minus(entry) : entry.minus(exit);
  const plGross = figure(move.times(qty));
  const net = new Exact(plGross).minus(feesPaid).minus(spreadPaid).minus(slippagePaid);
  const risk = entry.minus(trade.stopLoss ?? 0).abs();
  return {
    feesPaid,
    spreadPaid,
    slippagePaid,
    plGross,
    plNet: figure(net),
    plPct: figure(net.times(100).dividedBy(entryNotional)),
    rMultiple: figure(net.dividedBy(risk.times(qty))),
  };
}
