import type { MeasureDefinition, MeasureTree } from '../measure-definition.js';

const NO_TRADE = 'there are no measured trades';

const NAMES = {
  worst: 'the outcomes that the bars leave open decided against the trades',
  best: 'the outcomes that the bars leave open decided in favour of the trades',
} as const;

/** Returns the definitions of the worst and of the best value of a figure of a cell. */
const bounds = (
  name: string,
  measure: Pick<MeasureDefinition, 'formula' | 'unit'>,
): Record<keyof typeof NAMES, MeasureDefinition> => ({
  worst: { ...measure, definition: `${name}, ${NAMES.worst}`, undefinedWhen: NO_TRADE },
  best: { ...measure, definition: `${name}, ${NAMES.best}`, undefinedWhen: NO_TRADE },
});

const counted = (definition: string, formula: string, example: number) =>
  ({ definition, formula, unit: 'trades', undefinedWhen: null, isWhole: true, example }) as const;

/** Definitions of the figures of other exits, nested like the fields of their response. */
export const EXIT_DEFINITIONS = {
  trades: {
    total: counted('Number of all trades: `eligible` + `invalidRisk`', 'eligible + invalidRisk', 8),
    eligible: counted(
      'Number of trades with an initial risk: `measured` + `incomplete`',
      'measured + incomplete',
      7,
    ),
    measured: counted(
      'Trades for which every cell ends before the first missing bar',
      'trades for which every requested cell ends before the first missing bar',
      7,
    ),
    incomplete: counted('Other trades with an initial risk; no cell counts them', 'eligible − measured', 0),
    invalidRisk: counted('Trades without a stop on their losing side', 'total − eligible', 1),
  },
  cells: {
    target: {
      definition: 'Target in multiples of the initial risk',
      formula:
        'a value of the parameter targets; with auto, 1 to 5 times a step: a fifth of the 90 % quantile of excursions r.mfe.max',
      unit: 'R',
      undefinedWhen: null,
      example: 2,
    },
    stop: {
      definition: 'Stop in multiples of the initial risk',
      formula: 'a value of the parameter stops',
      unit: 'R',
      undefinedWhen: null,
      example: 1,
    },
    winrate: bounds('Share of the measured trades with a result above 0', {
      formula: 'trades with a result above 0 / measured trades',
      unit: 'share, 0..1',
    }),
    avgR: bounds('Mean result before costs in initial risks', {
      formula: 'mean result in initial risks, before costs, each rounded to 8 decimals',
      unit: 'R',
    }),
    avgRPerNewRisk: bounds('Mean result before costs in risks of this cell', {
      formula: 'avgR / stop: the result in risks of this cell',
      unit: 'R',
    }),
  },
  actual: {
    avgR: {
      definition: 'Mean rMultiple of the measured trades, after costs',
      formula: 'mean rMultiple of the measured trades, after costs',
      unit: 'R',
      undefinedWhen: NO_TRADE,
      example: 0.8,
    },
    avgGrossR: {
      definition:
        'Mean plGross / (initial risk · qty · pointValue) of the measured trades, before costs like the cells',
      formula: 'mean plGross / (initial risk · qty · pointValue) of the measured trades, before costs',
      unit: 'R',
      undefinedWhen: NO_TRADE,
      example: 0.8,
    },
  },
} as const satisfies MeasureTree;
