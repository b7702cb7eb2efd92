/**
 * The exits to try: every combination of a target and a stop. Targets are in R, stops in multiples of the initial risk.
 * Targets and stops are above 0, ascending and unique.
 */
export interface ExitGrid {
  readonly targets: readonly number[];
  readonly stops: readonly number[];
  /**
   * The stop moves to the entry price when price reaches this multiple of R, which is above 0; null if the stop never
   * moves. Applies only to cells with a greater target.
   */
  readonly breakEvenAt: number | null;
}

/** The grid of a request. With `auto`, the targets depend on the trades. */
export type RequestedGrid = Omit<ExitGrid, 'targets'> & { readonly targets: ExitGrid['targets'] | 'auto' };

/**
 * Maximum size of a grid. A walk stores two numbers for each trade and level, so these limits bound the memory of a
 * walk.
 */
export const MAX_TARGETS = 20;
export const MAX_STOPS = 10;

export const DEFAULT_TARGETS: readonly number[] = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5];
export const DEFAULT_STOPS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** Returns the grid of these values in ascending order, without duplicates. */
export const exitGrid = (
  targets: readonly number[] = DEFAULT_TARGETS,
  stops: readonly number[] = DEFAULT_STOPS,
  breakEvenAt: number | null = null,
): ExitGrid => ({ targets: ascending(targets), stops: ascending(stops), breakEvenAt });

const ascending = (values: readonly number[]) => [...new Set(values)].toSorted((a, b) => a - b);

/** Returns whether the stop moves to the entry price in the cells with this target. */
export const movesToBreakEven = ({ breakEvenAt }: ExitGrid, target: number): boolean =>
  breakEvenAt !== null && breakEvenAt < target;

/**
 * Returns the number of levels of a grid. The targets have the first level numbers, and the stops follow. Both are
 * numbered from the entry outwards.
 */
export const levelCount = ({ targets, stops }: ExitGrid): number => targets.length + stops.length;
