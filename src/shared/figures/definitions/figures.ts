import type { CalculatedFigures } from '../calculator/calculate-statistics.js';
import { AVERAGES_AND_RATIOS } from './averages-and-ratios.js';
import { COUNTS_AND_RESULTS } from './counts-and-results.js';
import { DRAWDOWN } from './drawdown.js';
import { EXPECTANCY_COMPONENTS } from './expectancy-components.js';
import type { StatisticDefinition } from './figure-definition.js';
import { IDEAL_R } from './ideal-r.js';
import { STREAKS_AND_PERCENTAGES } from './streaks-and-percentages.js';
import { TIME } from './time.js';

type NumbersOf<Figures> = {
  [Name in keyof Figures]: Figures[Name] extends number | null ? Name : never;
}[keyof Figures];
type Components = CalculatedFigures['expectancyComponents'];
type CalculatedNumber = NumbersOf<CalculatedFigures> | NumbersOf<Components>;

/** Definitions of the numeric fields of `Statistics`, in the order of the response. */
export const STATISTICS = {
  ...COUNTS_AND_RESULTS,
  ...AVERAGES_AND_RATIOS,
  ...TIME,
  ...STREAKS_AND_PERCENTAGES,
  ...DRAWDOWN,
};

/** Definitions of the numeric figures that are calculated from the trades alone. */
export const CALCULATED_FIGURES = {
  ...STATISTICS,
  ...EXPECTANCY_COMPONENTS,
} satisfies Record<CalculatedNumber, StatisticDefinition>;

/** Definitions of all numeric figures of `stats`, by the name of the figure. */
export const FIGURES = { ...CALCULATED_FIGURES, ...IDEAL_R };

export type CalculatedFigureName = keyof typeof CALCULATED_FIGURES;
export type IdealRFigureName = keyof typeof IDEAL_R;
export type FigureName = keyof typeof FIGURES;

/** The names of the inputs that occur in the formulas. */
export type InputName = Between<'{', '}', Formula> | Between<'[', ']', Formula>;

type Formula = (typeof FIGURES)[FigureName]['formula'];

type Between<
  Open extends string,
  Close extends string,
  Text extends string,
> = Text extends `${string}${Open}${infer Name}${Close}${infer Rest}`
  ? Name | Between<Open, Close, Rest>
  : never;
