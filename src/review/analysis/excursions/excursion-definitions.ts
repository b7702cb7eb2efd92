import type { MeasureDefinition, MeasureTree } from '../measure-definition.js';

const SWEENEY = 'Sweeney, "Maximum adverse excursion", 1997';

const BOUNDS = {
  min: 'certainly within the trade',
  max: 'possibly within the trade',
} as const;

type Measure = Pick<MeasureDefinition, 'formula' | 'unit'> & {
  readonly undefinedWhen: Readonly<Record<keyof typeof BOUNDS, string | null>>;
  readonly source?: string;
};

/**
 * Returns the definitions of the two bounds of a figure. One bound uses only the prices that certainly lie within the
 * trade. The other bound uses all prices that may lie within the trade.
 */
const bounds = (
  name: string,
  { undefinedWhen, ...measure }: Measure,
): Record<keyof typeof BOUNDS, MeasureDefinition> => ({
  min: { ...measure, definition: `${name}, by the prices ${BOUNDS.min}`, undefinedWhen: undefinedWhen.min },
  max: { ...measure, definition: `${name}, by the prices ${BOUNDS.max}`, undefinedWhen: undefinedWhen.max },
});

const moves = (measure: Measure) => ({
  mfe: bounds('Maximum favourable excursion (MFE)', { ...measure, source: SWEENEY }),
  mae: bounds('Maximum adverse excursion (MAE)', { ...measure, source: SWEENEY }),
});

const NO_BAR = 'a bar is missing';
const NO_RISK = 'the trade has no initial risk';
const NO_TRADE = {
  min: 'no complete trade has an initial risk',
  max: 'no complete trade has an initial risk',
};

/** Definitions of the figures of the excursions, nested like the fields of their response. */
export const EXCURSION_DEFINITIONS = {
  resolution: {
    entryMs: resolutionOf('entry', 60_000),
    exitMs: resolutionOf('exit', 900_000),
  },
  trades: {
    price: moves({
      formula: "best and worst price − entry price, seen from the trade's side",
      unit: 'price',
      undefinedWhen: { min: null, max: NO_BAR },
    }),
    r: moves({
      formula: 'price / initial risk',
      unit: 'R',
      undefinedWhen: { min: NO_RISK, max: `${NO_RISK}, or ${NO_BAR}` },
    }),
    pct: moves({
      formula: 'price / entry price · 100',
      unit: 'percent',
      undefinedWhen: { min: null, max: NO_BAR },
    }),
    exitEfficiency: bounds('Gross move / MFE, the share of the favourable move that the exit kept', {
      formula: 'gross move / MFE; negative for a loser',
      unit: 'ratio',
      undefinedWhen: { min: 'the MFE is 0 or unknown', max: 'the MFE is 0 or unknown' },
    }),
  },
  summary: {
    measured: {
      definition: 'Number of complete trades, with or without an initial risk',
      formula: 'number of complete trades',
      unit: 'trades',
      undefinedWhen: null,
      isWhole: true,
      example: 3,
    },
    incomplete: {
      definition: 'Number of incomplete trades',
      formula: 'number of trades that lack a bar',
      unit: 'trades',
      undefinedWhen: null,
      isWhole: true,
      example: 0,
    },
    avgMfeR: bounds('Mean MFE of the complete trades with an initial risk', {
      formula: 'mean of r over the complete trades with an initial risk',
      unit: 'R',
      undefinedWhen: NO_TRADE,
    }),
    avgMaeR: bounds('Mean MAE of the complete trades with an initial risk', {
      formula: 'mean of r over the complete trades with an initial risk',
      unit: 'R',
      undefinedWhen: NO_TRADE,
    }),
    edgeRatio: bounds('Sum of MFE / sum of MAE, both in R', {
      formula: 'Σ MFE / Σ MAE over the r of these trades: min is Σ mfe.min / Σ mae.max',
      unit: 'ratio',
      undefinedWhen: { min: `${NO_TRADE.min}, or Σ MAE is 0`, max: `${NO_TRADE.max}, or Σ MAE is 0` },
      source: 'Faith, "Way of the turtle", 2007 (there over a fixed horizon)',
    }),
  },
} as const satisfies MeasureTree;

function resolutionOf(kind: 'entry' | 'exit', example: number) {
  return {
    definition: `Resolution of ${kind} times, milliseconds; 0 if they are exact`,
    formula: 'greatest common divisor of a day and all times; 0 if a time is not on a whole minute',
    unit: 'milliseconds',
    undefinedWhen: 'there are no trades, or the unchanged times do not fit the candles',
    isWhole: true,
    isNullWithPart: true,
    example,
  } as const;
}
