import { NumberList } from '../../../shared/fields/number-list.js';

/** Maximum distance of a level from the entry, in multiples of the initial risk. */
export const MAX_MULTIPLE = 1_000;

/** Declares a query parameter: multiples of the initial risk, separated by commas. */
export const Multiples = (most: number) => NumberList({ most, bounds: { above: 0, maximum: MAX_MULTIPLE } });
