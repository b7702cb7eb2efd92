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

/** The trades that count for a figure; the others are excluded from it, each for a reason. */
export type CountedTrades =
  | 'all'
  | 'wins'
  | 'losses'
  | 'break-evens'
  | 'wins and losses'
  /** Those with an rMultiple, which takes a stop on the losing side. */
  | 'with R'
  | 'plGross not 0'
  | 'plNet not 0'
  /** Those with a complete ideal-R observation. */
  | 'measured'
  | 'measured losses'
  /** Those with a stop on the losing side whose ideal-R observation lacks bars. */
  | 'incomplete'
  /** Those without a stop on the losing side. */
  | 'without R'
  /** Measured losses whose idealR reached the threshold. */
  | 'could have broken even';

/**
 * What a figure of `stats` is. OpenAPI descriptions and explanations are made from it, and the tables of
 * docs/statistics.md are compared with it.
 */
export interface FigureDefinition {
  /** What it says, without a full stop. */
  readonly definition: string;
  /**
   * Explanations replace each `{input}` by its value and each `[input]` by that and its name, 3 wins; elsewhere the
   * formula is read without these marks.
   */
  readonly formula: string;
  readonly unit: UnitOfFigure;
  readonly counted: CountedTrades;
  /** The condition under which there is no such figure; null when there always is. The contract then answers 0. */
  readonly undefinedWhen: string | null;
  readonly isWhole?: true;
  readonly example: number;
}

/** A number of trades, which there always is. */
export const COUNT_OF_TRADES = { unit: 'trades', undefinedWhen: null, isWhole: true } as const;

/** The formula as it is read. */
export const plainFormula = (formula: string): string => formula.replaceAll(/[{}[\]]/g, '');
