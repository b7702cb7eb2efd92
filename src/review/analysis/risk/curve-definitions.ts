import type { DefinitionsOf } from '../measure-definition.js';
import type { Drawdown, Drawdowns } from './drawdowns.js';
import type { Exposure } from './exposure.js';

/** Definitions of the figures of `drawdowns` of the risk analysis. */
export const DRAWDOWN_DEFINITIONS = {
  periods: {
    peakTime: {
      definition: 'Time of the last equity-curve point that is at the peak, epoch milliseconds',
      formula: 'exit time of that point',
      unit: 'milliseconds',
      undefinedWhen: null,
      isWhole: true,
      example: 1704067200000,
    },
    troughTime: {
      definition: 'Time of the deepest point, the first if several are equal, epoch milliseconds',
      formula: 'exit time of that point',
      unit: 'milliseconds',
      undefinedWhen: null,
      isWhole: true,
      example: 1704110400000,
    },
    recoveredTime: {
      definition: 'Time of the first later point that is as high as the peak, epoch milliseconds',
      formula: 'exit time of that point',
      unit: 'milliseconds',
      undefinedWhen: 'no later point is as high',
      isWhole: true,
      example: 1704240000000,
    },
    peakEquity: {
      definition: 'Equity at the peak, account currency',
      formula: 'initialBalance + Σ plNet up to the peak',
      unit: 'account currency',
      undefinedWhen: null,
      example: 1000,
    },
    troughEquity: {
      definition: 'Equity at the deepest point, account currency',
      formula: 'initialBalance + Σ plNet up to the deepest point',
      unit: 'account currency',
      undefinedWhen: null,
      example: 960,
    },
    depth: {
      definition: 'peakEquity − troughEquity, account currency',
      formula: 'peakEquity − troughEquity',
      unit: 'account currency',
      undefinedWhen: null,
      example: 40,
    },
    depthPct: {
      definition: 'depth in percent of peakEquity',
      formula: 'depth / peakEquity · 100',
      unit: 'percent',
      undefinedWhen: null,
      note: 'Above 100 if the equity is below 0',
      example: 4,
    },
    durationMs: {
      definition:
        'Time from the peak to the recovery, or to the last point if there is no recovery, in milliseconds',
      formula: '(recoveredTime, or the last point) − peakTime',
      unit: 'milliseconds',
      undefinedWhen: null,
      isWhole: true,
      example: 172800000,
    },
  },
  timeUnderWater: {
    definition: 'Durations of all periods / time from the first point to the last, 0..1',
    formula: 'durations of all periods / time from first to last point',
    unit: 'share, 0..1',
    undefinedWhen: 'the time from the first point to the last is 0',
    example: 0.9,
  },
  longestMs: {
    definition: 'The longest duration of all periods, in milliseconds',
    formula: 'longest duration of all periods',
    unit: 'milliseconds',
    undefinedWhen: 'there is no period',
    isWhole: true,
    example: 216000000,
  },
  recoveryFactor: {
    definition: 'plNet / maxDrawdown of the statistics',
    formula: 'plNet / maxDrawdown of the statistics',
    unit: 'ratio',
    undefinedWhen: 'there is no drawdown',
    example: 2.40243902,
  },
} as const satisfies DefinitionsOf<Drawdowns> & { periods: DefinitionsOf<Drawdown> };

/** Definitions of the figures of `exposure` of the risk analysis. */
export const EXPOSURE_DEFINITIONS = {
  timeInMarket: {
    definition: 'Time with a trade open / time from the first entry to the last exit, 0..1',
    formula: 'time with a trade open / time from the first entry to the last exit',
    unit: 'share, 0..1',
    undefinedWhen: 'the time from the first entry to the last exit is 0',
    example: 0.95,
  },
  maxConcurrentTrades: {
    definition: 'Greatest number of trades that were open at once',
    formula: 'greatest number of trades open at once',
    unit: 'trades',
    undefinedWhen: null,
    isWhole: true,
    example: 3,
  },
  avgConcurrentTrades: {
    definition: 'Durations of all trades / time from the first entry to the last exit',
    formula: 'Σ durations / time from the first entry to the last exit',
    unit: 'trades',
    undefinedWhen: 'the time from the first entry to the last exit is 0',
    example: 1.45,
  },
  maxNotional: {
    definition:
      'The greatest Σ qty · pointValue · entryPrice of the trades that were open at once, in the currency of the prices',
    formula: 'greatest Σ qty · pointValue · entryPrice of trades open at once',
    unit: 'currency of the prices',
    undefinedWhen: 'there are no trades',
    example: 3000,
  },
  maxLeverage: {
    definition:
      'Greatest ratio of Σ qty · pointValue · entryPrice of the open trades to the realised balance at the time, if the balance is above 0',
    formula: 'greatest Σ qty · pointValue · entryPrice of open trades / realised balance at the time',
    unit: 'ratio',
    undefinedWhen: 'there are no trades, or the balance was never above 0',
    note: 'The balance does not include losses of open trades, so the true leverage may have been higher',
    example: 2.85850405,
  },
} as const satisfies DefinitionsOf<Exposure>;
