import { EXCURSION_DEFINITIONS } from '../excursions/excursion-definitions.js';
import type { MeasureDefinition, MeasureTree } from '../measure-definition.js';
import { RETURN_DEFINITIONS } from '../risk/return-definitions.js';

const INCOMPLETE = 'a bar of an open trade is unknown';

const money = (definition: string, formula: string, undefinedWhen: string | null): MeasureDefinition => ({
  definition,
  formula,
  unit: 'account currency',
  undefinedWhen,
});

const FALLS = {
  realised: {
    name: 'the realised equity',
    of: 'realised equity',
    undefinedWhen: 'the analysis is not ready',
  },
  closes: {
    name: 'the equity at the ends of minutes',
    of: 'close of known minutes',
    undefinedWhen: 'the analysis is not ready',
  },
  provable: {
    name: 'the equity that the bars prove',
    of: 'provable instants',
    undefinedWhen: 'the times do not fit the candles',
  },
  possible: {
    name: 'the equity that the bars allow',
    of: 'greatest max so far − min',
    undefinedWhen: INCOMPLETE,
  },
} as const;

/** Returns the definitions of the deepest falls of one of the four equity curves. */
function fall(
  kind: keyof typeof FALLS,
): Record<'money' | 'moneyTime' | 'pct' | 'pctTime', MeasureDefinition> {
  const { name, of, undefinedWhen } = FALLS[kind];
  const isMarked = kind === 'provable' || kind === 'possible';
  return {
    money: money(
      `Deepest fall of ${name} below its peak, account currency`,
      `greatest peak − trough of ${of}`,
      undefinedWhen,
    ),
    moneyTime: {
      definition: `Time of the trough of the deepest fall of ${name} in money, epoch milliseconds UTC`,
      formula: 'minute of the trough; for the realised equity the exit',
      unit: 'milliseconds',
      undefinedWhen: `there is no fall, or ${undefinedWhen}`,
    },
    pct: {
      definition: `Deepest fall of ${name}, percent of its peak`,
      formula: `greatest (peak − trough) / peak · 100 of ${of}`,
      unit: 'percent',
      undefinedWhen: isMarked ? `the equity may have been 0 or less, or ${undefinedWhen}` : undefinedWhen,
    },
    pctTime: {
      definition: `Time of the trough of the deepest fall of ${name} in percent, epoch milliseconds UTC`,
      formula: 'minute of the trough; for the realised equity the exit',
      unit: 'milliseconds',
      undefinedWhen: `there is no fall, or pct is null, or ${undefinedWhen}`,
    },
  };
}

const { days, sharpe, sortino, volatilityPct, valueAtRisk95Pct, expectedShortfall95Pct } = RETURN_DEFINITIONS;
const RETURNS = { days, sharpe, sortino, volatilityPct, valueAtRisk95Pct, expectedShortfall95Pct };

/** Definitions of the figures of equity, nested like the fields of their response. */
export const EQUITY_DEFINITIONS = {
  resolution: EXCURSION_DEFINITIONS.resolution,
  barsPerPoint: {
    definition: 'Number of bars of the interval that a point combines',
    note: 'It is more than 1 if there would be more than 2,000 points',
    formula: '⌈bars / 2,000⌉',
    unit: 'number',
    undefinedWhen: 'the analysis is not ready',
    isWhole: true,
    example: 1,
  },
  points: {
    time: {
      definition: 'Open time of the first bar of the point, epoch milliseconds UTC',
      formula: 'open time of the bar',
      unit: 'milliseconds',
      undefinedWhen: null,
    },
    realised: money(
      'Realised equity at the end of the bar: initial balance and results of closed trades, account currency',
      'initial balance + Σ plNet of exits before the end',
      null,
    ),
    close: money(
      'Equity at the end of the bar with open trades at the close, account currency',
      'realised + Σ d · qty · pointValue · (close − entry price) of open trades',
      'the last minute is unknown',
    ),
    min: money(
      'Least equity within the bar that the 1m bars allow, account currency',
      'least equity at lows and highs of the minutes',
      INCOMPLETE,
    ),
    max: money(
      'Greatest equity within the bar that the 1m bars allow, account currency',
      'greatest equity at lows and highs of the minutes',
      INCOMPLETE,
    ),
  },
  lowest: money('Least equity that the bars allow, account currency', 'least min of all minutes', INCOMPLETE),
  drawdown: {
    realised: fall('realised'),
    closes: fall('closes'),
    provable: fall('provable'),
    possible: fall('possible'),
  },
  returns: { realised: RETURNS, marked: RETURNS },
  minutes: {
    requested: {
      definition: 'Number of minutes with open trades, over all markets',
      formula: 'minutes in which a trade is or may be open, apart from closed minutes',
      unit: 'number',
      undefinedWhen: null,
      isWhole: true,
      example: 172_159,
    },
    loaded: {
      definition: 'Number of bars found for these minutes',
      note: 'Minutes in which nothing was traded have no bar',
      formula: 'number of bars',
      unit: 'number',
      undefinedWhen: null,
      isWhole: true,
      example: 171_999,
    },
  },
} as const satisfies MeasureTree;
