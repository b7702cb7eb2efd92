import { NumberList, NumberListOrWord } from '../../../shared/fields/number-list.js';

/** Maximum distance of a level from the entry, in multiples of the initial risk. */
export const MAX_MULTIPLE = 1_000;

/** Instead of a list: the service chooses the multiples. */
export const AUTO = 'auto';

const rule = (most: number) => ({ most, bounds: { above: 0, maximum: MAX_MULTIPLE } });

/** Declares a query parameter: multiples of the initial risk, separated by commas. */
export const Multiples = (most: number) => NumberList(rule(most));

/** Declares a query parameter: multiples of the initial risk like `Multiples`, or `auto`. */
export const MultiplesOrAuto = (most: number) => NumberListOrWord(AUTO, rule(most));
