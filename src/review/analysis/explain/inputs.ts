import { type ExactDecimal, minus, rounded } from '../../../shared/decimal/exact-decimal.js';
import { ZERO, exactSum, sumsBySign } from '../../../shared/decimal/exact-sum.js';
import { type OutcomeSums, outcomeSums } from '../../../shared/figures/calculator/outcome-sums.js';
import { LOSS, WIN } from '../../../shared/figures/calculator/outcomes.js';
import { streaksOf } from '../../../shared/figures/calculator/streaks.js';
import { durationSums, firstEntryTime } from '../../../shared/figures/calculator/timing.js';
import type { TradeColumns } from '../../../shared/figures/calculator/trade-columns.js';
import type { InputName } from '../../../shared/figures/definitions/figures.js';
import { greatestFall, greatestFallPct } from './greatest-fall.js';
import type { Explained } from './explained.js';

type Input = (explained: Explained) => number | null;
type Column = 'plGross' | 'plNet' | 'plPct' | 'feesPaid';

/** The inputs of the formulas of all figures. Sums are exact and then rounded to 8 decimals, like figures. */
export const INPUTS: Readonly<Record<InputName, Input>> = {
  trades: ({ statistics }) => statistics.tradeCount,
  wins: ({ statistics }) => statistics.winCount,
  losses: ({ statistics }) => statistics.lossCount,
  tradeCount: ({ statistics }) => statistics.tradeCount,
  winCount: ({ statistics }) => statistics.winCount,
  lossCount: ({ statistics }) => statistics.lossCount,
  breakEvenCount: ({ statistics }) => statistics.breakEvenCount,
  plNet: ({ statistics }) => statistics.plNet,
  initialBalance: ({ settings }) => settings.initialBalance,
  breakEvenThreshold: ({ settings }) => settings.breakEvenThreshold,
  '−breakEvenThreshold': ({ settings }) => 0 - settings.breakEvenThreshold,

  'Σ positive plGross': positive('plGross'),
  '|Σ negative plGross|': lossesOf('plGross'),
  'Σ positive plNet': positive('plNet'),
  '|Σ negative plNet|': lossesOf('plNet'),
  'Σ positive feesPaid': positive('feesPaid'),
  '|Σ negative feesPaid|': lossesOf('feesPaid'),
  'Σ plPct': ({ trades }) => rounded(exactSum(trades.plPct.subarray(0, trades.count))),

  'Σ plNet of wins': ofOutcome('plNet', ({ win }) => win),
  'Σ plNet of losses': ofOutcome('plNet', ({ loss }) => loss),
  '|Σ plNet of losses|': ofOutcome('plNet', ({ loss }) => minus(ZERO, loss)),
  'Σ plNet of break-evens': ofOutcome('plNet', ({ breakEven }) => breakEven),
  'Σ plPct of wins': ofOutcome('plPct', ({ win }) => win),
  'Σ plPct of losses': ofOutcome('plPct', ({ loss }) => loss),

  'Σ rMultiple': ({ trades }) => sumOf(rMultiplesOf(trades)),
  'trades with an rMultiple': ({ trades }) => rMultiplesOf(trades).length,

  'first entry': ({ trades }) => (trades.count === 0 ? null : firstEntryTime(trades)),
  'last exit': ({ trades }) => trades.exitTime[trades.count - 1] ?? null,
  'Σ durations': meanDuration(({ total }) => total),
  'Σ durations of wins': meanDuration(({ win }) => win),
  'Σ durations of losses': meanDuration(({ loss }) => loss),

  'runs of wins': ({ outcomes }) => streaksOf(outcomes, WIN).runs,
  'runs of losses': ({ outcomes }) => streaksOf(outcomes, LOSS).runs,

  'peak of the greatest fall': (explained) => greatestFall(explained).peak,
  'its trough': (explained) => greatestFall(explained).trough,
  'peak of the greatest fall in percent': (explained) => greatestFallPct(explained).peak,
  'its trough in percent': (explained) => greatestFallPct(explained).trough,

  'measured trades': ({ idealR }) => idealR.measuredTrades,
  'losing measured trades': ({ idealR }) => idealR.losingMeasuredTrades,
  totalTrades: ({ idealR }) => idealR.totalTrades,
  eligibleTrades: ({ idealR }) => idealR.eligibleTrades,
  measuredTrades: ({ idealR }) => idealR.measuredTrades,
  incompleteTrades: ({ idealR }) => idealR.incompleteTrades,
  invalidRiskTrades: ({ idealR }) => idealR.invalidRiskTrades,
  losingMeasuredTrades: ({ idealR }) => idealR.losingMeasuredTrades,
  thresholdR: ({ idealR }) => idealR.thresholdR,
  couldHaveProfitBreakEvenCount: ({ idealR }) => idealR.couldHaveProfitBreakEvenCount,
  'Σ idealR': ({ idealR }) =>
    sumOf(
      Float64Array.from(
        idealR.observations.filter(({ status }) => status === 'complete'),
        ({ idealR }) => idealR,
      ),
    ),
};

const sumOf = (values: Float64Array): number => rounded(exactSum(values));

const rMultiplesOf = ({ rMultiple, count }: TradeColumns): Float64Array =>
  rMultiple.subarray(0, count).filter((value) => !Number.isNaN(value));

function positive(column: Column): Input {
  return ({ trades }) => rounded(sumsBySign(trades[column], trades.count).gained);
}

function lossesOf(column: Column): Input {
  return ({ trades }) => rounded(minus(ZERO, sumsBySign(trades[column], trades.count).lost));
}

function ofOutcome(column: Column, of: (sums: OutcomeSums) => ExactDecimal): Input {
  return ({ trades, outcomes }) => rounded(of(outcomeSums(outcomes, trades[column])));
}

function meanDuration(of: (sums: OutcomeSums) => ExactDecimal): Input {
  return ({ trades, outcomes }) => rounded(of(durationSums(trades, outcomes)));
}
