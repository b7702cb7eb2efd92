export const UNITS_OF_FIGURES = [
  'trades',
  'account currency',
  'percent',
  'share, 0..1',
  'ratio',
  'R',
  'trades per day',
  'trades per week',
  'trades per month',
  'milliseconds',
] as const;
export type UnitOfFigure = (typeof UNITS_OF_FIGURES)[number];

/** The trades that a figure counts. An explanation of the figure states why each other trade is excluded. */
export type CountedTrades =
  | 'all'
  | 'wins'
  | 'losses'
  | 'break-evens'
  | 'wins and losses'
  /** Trades with an rMultiple. An rMultiple requires a stop on the losing side. */
  | 'with R'
  | 'plGross not 0'
  | 'plNet not 0'
  /** Trades with a complete ideal-R observation. */
  | 'measured'
  | 'measured losses'
  /** Trades with a stop on the losing side and an ideal-R observation that lacks bars. */
  | 'incomplete'
  /** Trades without a stop on the losing side. */
  | 'without R'
  /** Measured losses with an idealR that reached the threshold. */
  | 'could have broken even';

/** The formats in which the review desk writes figures. */
export type FigureForm =
  'result' | 'amount' | 'count' | 'share' | 'percent' | 'signedPercent' | 'ratio' | 'R' | 'duration';

/**
 * Definition of a figure of `stats`. OpenAPI descriptions and explanations are generated from the definition. A test
 * compares the definition with the tables of docs/statistics.md.
 */
export interface FigureDefinition {
  /** Meaning of the figure, without a full stop. */
  readonly definition: string;
  /**
   * Formula in which the inputs are marked. An explanation replaces `{input}` by the value of the input, and `[input]`
   * by its value and name, such as "3 wins". Other texts show the formula without the marks.
   */
  readonly formula: string;
  readonly unit: UnitOfFigure;
  readonly counted: CountedTrades;
  /**
   * Condition under which the figure is undefined; null if the figure is always defined. The statistics contain 0 for
   * an undefined figure.
   */
  readonly undefinedWhen: string | null;
  readonly isWhole?: true;
  readonly example: number;
}

/** Definition of a figure that is calculated from the trades alone. The review desk lists these figures. */
export interface StatisticDefinition extends FigureDefinition {
  /** Name of the figure on the review desk. */
  readonly label: string;
  /** Format in which the review desk writes the figure. */
  readonly form: FigureForm;
}

/** The fields that the definitions of all numbers of trades have in common. A number of trades is always defined. */
export const COUNT_OF_TRADES = { unit: 'trades', undefinedWhen: null, isWhole: true } as const;

/** Returns the formula without the marks of its inputs. */
export const plainFormula = (formula: string): string => formula.replaceAll(/[{}[\]]/g, '');
