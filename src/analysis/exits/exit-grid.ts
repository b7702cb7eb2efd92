/**
 * The exits that are tried: each target with each stop. Targets are in R, stops in multiples of the initial risk, both
 * above 0, ascending and unique.
 */
export interface ExitGrid {
  readonly targets: readonly number[];
  readonly stops: readonly number[];
  /** R at which the stop moves to the entry price, above 0; null for never. Only cells with a greater target have it. */
  readonly breakEvenAt: number | null;
}

/** Resources are bounded: a walk keeps two numbers for each trade and level. */
export const MAX_TARGETS = 20;
export const MAX_STOPS = 10;

export const DEFAULT_TARGETS: readonly number[] = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5];
export const DEFAULT_STOPS: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** The grid of these values, each once, in ascending order. */
export const exitGrid = (
  targets: readonly number[] = DEFAULT_TARGETS,
  stops: readonly number[] = DEFAULT_STOPS,
  breakEvenAt: number | null = null,
): ExitGrid => ({ targets: ascending(targets), stops: ascending(stops), breakEvenAt });

const ascending = (values: readonly number[]) => [...new Set(values)].toSorted((a, b) => a - b);

/** Whether the stop moves to break-even in the cells with this target. */
export const movesToBreakEven = ({ breakEvenAt }: ExitGrid, target: number): boolean =>
  breakEvenAt !== null && breakEvenAt < target;

/**
 * The levels of a grid have numbers: first the targets, then the stops, both ascending in R, so from the entry outwards.
 */
export const levelCount = ({ targets, stops }: ExitGrid): number => targets.length + stops.length;
