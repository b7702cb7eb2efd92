import type { MoneyFile, MoneyRow } from '../../src/review/trade-files/money/money-rows.js';
import { repeatableRandom } from './repeatable-random.js';

interface Instrument {
  readonly symbol: string;
  readonly price: number;
  readonly decimals: number;
  readonly quantities: readonly number[];
  readonly pointValue: number;
}

const instrument = (
  symbol: string,
  price: number,
  decimals: number,
  quantities: readonly number[],
  pointValue = 1,
): Instrument => ({ symbol, price, decimals, quantities, pointValue });

const SPOT = [
  instrument('BTCUSDT', 60_000, 2, [0.001, 0.02, 0.5, 1]),
  instrument('XRPUSDT', 0.55, 4, [40, 1000, 2500]),
  instrument('AAPL', 190, 2, [1, 10, 35, 100]),
];
const FUTURES = [
  instrument('ES', 5000, 2, [1, 2, 3], 50),
  instrument('MNQ', 20_000, 2, [1, 2, 5], 2),
  instrument('CL', 70, 2, [1, 2], 1000),
  instrument('6B', 1.25, 4, [1, 2, 3], 62_500),
  instrument('FDAX', 18_000, 1, [1, 2], 25),
  instrument('YM', 39_000, 0, [1, 2], 5),
];
const LOTS = [
  instrument('EURUSD', 1.1, 5, [0.01, 0.1, 0.5, 1], 100_000),
  instrument('GBPUSD', 1.28, 5, [0.1, 0.2, 0.3], 100_000),
  instrument('XAUUSD', 2300, 2, [0.03, 0.1, 1], 100),
];
const CROSSES = [
  instrument('EURJPY', 160, 3, [0.1, 0.5, 1], 100_000),
  instrument('GBPJPY', 188, 3, [0.2, 1], 100_000),
];

/** The costs of a trade. `amount` is drawn for each list. */
const COSTS = {
  none: { amounts: [0], of: () => 0 },
  percent: {
    amounts: [0.0002, 0.0005, 0.001],
    of: (amount: number, _: number, turnover: number) => amount * turnover,
  },
  'per lot': { amounts: [0.5, 2.25, 5], of: (amount: number, qty: number) => amount * qty },
  fixed: { amounts: [1, 2.5, 7], of: (amount: number) => amount },
} as const;

export interface SimulatedKind {
  readonly name: string;
  readonly instruments: readonly Instrument[];
  readonly costs: keyof typeof COSTS;
  /** `hidden` costs are in the profit, but in no column. */
  readonly profit: 'hidden' | 'net' | 'gross';
  /** A column of swaps beside the costs. */
  readonly hasSwap?: boolean;
  /** Units of the price's currency for one of the account's. */
  readonly rate?: number;
  /** True if the header names both currencies. */
  readonly isNamed?: boolean;
  /** True if prices are printed with fewer digits than the tool uses. */
  readonly hasFewerDigits?: boolean;
  /** True if each row has the next instrument. */
  readonly isMixed?: boolean;
}

const kind = (
  name: string,
  instruments: readonly Instrument[],
  costs: keyof typeof COSTS,
  profit: SimulatedKind['profit'],
  rest: Partial<SimulatedKind> = {},
): SimulatedKind => ({ name, instruments, costs, profit, ...rest });

const EURO = { rate: 1.08 } as const;
const YEN = { rate: 150 } as const;
const FEWER = { hasFewerDigits: true } as const;

export const SIMULATED_KINDS: readonly SimulatedKind[] = [
  kind('spot, no costs', SPOT, 'none', 'hidden'),
  kind('futures, no costs', FUTURES, 'none', 'hidden'),
  kind('lots, no costs', LOTS, 'none', 'hidden'),
  kind('spot, percent fee hidden', SPOT, 'percent', 'hidden'),
  kind('futures, fee per lot hidden', FUTURES, 'per lot', 'hidden'),
  kind('futures, fixed fee hidden', FUTURES, 'fixed', 'hidden'),
  kind('lots, percent fee hidden', LOTS, 'percent', 'hidden'),
  kind('spot, percent fee listed, net', SPOT, 'percent', 'net'),
  kind('spot, percent fee listed, gross', SPOT, 'percent', 'gross'),
  kind('futures, fee per lot listed, net', FUTURES, 'per lot', 'net'),
  kind('futures, fee per lot listed, gross', FUTURES, 'per lot', 'gross'),
  kind('lots, fixed fee and swap listed, net', LOTS, 'fixed', 'net', { hasSwap: true }),
  kind('lots, fixed fee and swap listed, gross', LOTS, 'fixed', 'gross', { hasSwap: true }),
  kind('JPY cross, no costs', CROSSES, 'none', 'hidden', YEN),
  kind('JPY cross, fee listed, net', CROSSES, 'per lot', 'net', YEN),
  kind('JPY cross, fee listed, gross', CROSSES, 'per lot', 'gross', YEN),
  kind('account in EUR, named in the header', FUTURES, 'none', 'hidden', { ...EURO, isNamed: true }),
  kind('account in EUR, not named', FUTURES, 'none', 'hidden', EURO),
  kind('account in EUR, not named, fee listed, gross', FUTURES, 'per lot', 'gross', EURO),
  kind('fewer digits, spot, no costs', SPOT, 'none', 'hidden', FEWER),
  kind('fewer digits, futures, no costs', FUTURES, 'none', 'hidden', FEWER),
  kind('fewer digits, futures, fee listed, net', FUTURES, 'per lot', 'net', FEWER),
  kind('fewer digits, futures, fee listed, gross', FUTURES, 'per lot', 'gross', FEWER),
  kind('fewer digits, spot, percent fee listed, gross', SPOT, 'percent', 'gross', FEWER),
  kind('six futures in one file, gross', FUTURES, 'per lot', 'gross', { isMixed: true }),
];

export interface SimulatedMoney {
  readonly file: MoneyFile;
  /** The net of each row, before it is printed. */
  readonly truth: readonly number[];
  /** The unit of the last printed digit of profits. */
  readonly unit: number;
}

/** Returns lists of a kind with known truth. The same seed gives the same lists. */
export function simulatedLists(kind: SimulatedKind, seed: number) {
  const random = repeatableRandom(seed);
  for (let i = 0; i < 10; i++) random();
  return (rows: number, decimals: number): SimulatedMoney => simulatedList(kind, rows, decimals, random);
}

function simulatedList(
  kind: SimulatedKind,
  count: number,
  decimals: number,
  random: () => number,
): SimulatedMoney {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const { of, amounts } = COSTS[kind.costs];
  const amount = pick(amounts);
  const isCost = kind.profit !== 'hidden' && kind.costs !== 'none';
  const one = pick(kind.instruments);
  const truth: number[] = [];
  const rows = Array.from({ length: count }, (_, place): MoneyRow => {
    const each = kind.isMixed ? kind.instruments[place % kind.instruments.length]! : one;
    const printed = (price: number) => price.toFixed(each.decimals);
    const exact = (price: number) => Number(price.toFixed(each.decimals + (kind.hasFewerDigits ? 3 : 0)));
    const entry = exact(each.price * (1 + 0.02 * normal()));
    const exit = exact(entry * (1 + 0.006 * normal()));
    const qty = pick(each.quantities);
    const isLong = random() < 0.5;
    const rate = kind.rate === undefined ? 1 : kind.rate * (1 + 0.02 * normal());
    const gross = ((isLong ? exit - entry : entry - exit) * qty * each.pointValue) / rate;
    const cost = of(amount, qty, qty * each.pointValue * (entry + exit));
    const fee = isCost ? Number(cost.toFixed(2)) : cost;
    const swap = kind.hasSwap ? Number((0.3 * normal() - 0.1).toFixed(2)) : 0;
    const net = gross - fee + swap;
    truth.push(net);
    return {
      row: place + 2,
      symbol: each.symbol,
      side: isLong ? 'long' : 'short',
      qty: String(qty),
      entryPrice: printed(entry),
      exitPrice: printed(exit),
      profit: (kind.profit === 'gross' ? gross : net).toFixed(decimals),
      ...(isCost && { costs: [(-fee).toFixed(2), ...(kind.hasSwap ? [swap.toFixed(2)] : [])] }),
    };
  });
  const fee = { name: 'commission', kind: 'fee' } as const;
  const swap = { name: 'swap', kind: 'carry' } as const;
  return {
    file: {
      rows,
      profit: { name: 'profit', kind: 'unknown' },
      ...(isCost && { costColumns: kind.hasSwap ? [fee, swap] : [fee] }),
      accountCurrency: 'USD',
      ...(kind.isNamed && { priceCurrency: 'USD', profitCurrency: 'EUR' }),
    },
    truth,
    unit: 10 ** -decimals,
  };
}
