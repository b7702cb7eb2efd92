import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { quantile } from '../../../shared/figures/probability/quantile.js';
import type { RankedField } from './figure-names.js';
import { type RankedSession, valueOf } from './ranked-sessions.js';
import { type RankedValue, compareValues } from './value-order.js';

export const AGGREGATES = ['median', 'max', 'min', 'count'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** Maximum number of values on an axis. */
export const MAX_AXIS_VALUES = 100;

export interface Neighbours {
  readonly cells: number;
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** The sessions that have the same value of each parameter of the grid. */
export interface GridCell {
  readonly x: NonNullable<RankedValue>;
  /** Null if the grid has one axis. */
  readonly y: RankedValue;
  readonly sessions: number;
  /** Null if the figure is undefined for all sessions of the cell. */
  readonly value: number | null;
  /**
   * Values of the neighbouring cells; null if no neighbour has a value, or if an axis has values that are not numbers.
   */
  readonly neighbours: Neighbours | null;
}

export interface Grid {
  /** The cells, sorted by x, then by y. Null if an axis has too many values. */
  readonly cells: readonly GridCell[] | null;
  /** Number of sessions that lack the parameter of an axis. */
  readonly missing: number;
}

export interface GridSettings {
  /** Names of the parameters of the two axes; `y` is null if the grid has one axis. */
  readonly x: string;
  readonly y: string | null;
  readonly figure: RankedField;
  readonly aggregate: Aggregate;
}

interface Cell {
  readonly at: readonly [column: number, row: number];
  readonly sessions: number;
  readonly value: number | null;
}

/** Returns a figure of the sessions for each combination of the values of one parameter or of two parameters. */
export function parameterGrid(sessions: readonly RankedSession[], settings: GridSettings): Grid {
  const axes = [settings.x, ...(settings.y === null ? [] : [settings.y])];
  const fields = axes.map((name): RankedField => ({ kind: 'parameter', name }));
  const places = sessions.map((session) => fields.map((field) => valueOf(field, session)));
  const inGrid = sessions.flatMap((session, i) =>
    places[i]!.includes(null) ? [] : [{ session, at: places[i]! }],
  );
  const missing = sessions.length - inGrid.length;
  const values = axes.map((_, axis) => axisValues(inGrid.map(({ at }) => at[axis]!)));
  if (values.some(({ length }) => length > MAX_AXIS_VALUES)) return { cells: null, missing };
  const ranks = values.map((list) => new Map(list.map((value, rank) => [value, rank])));
  const groups = new Map<number, { at: [number, number]; sessions: RankedSession[] }>();
  for (const { session, at } of inGrid) {
    const [column, row] = [ranks[0]!.get(at[0]!)!, ranks[1]?.get(at[1]!) ?? 0];
    const key = keyOf(column, row);
    const group = groups.get(key);
    if (group) group.sessions.push(session);
    else groups.set(key, { at: [column, row], sessions: [session] });
  }
  const cells = new Map<number, Cell>(
    [...groups].map(([key, { at, sessions: ofCell }]) => [
      key,
      { at, sessions: ofCell.length, value: aggregated(ofCell, settings) },
    ]),
  );
  const hasNeighbours = values.every((list) => list.every((value) => typeof value === 'number'));
  const ordered = [...cells.keys()].toSorted((a, b) => a - b).map((key) => cells.get(key)!);
  return {
    cells: ordered.map(({ at: [column, row], sessions: count, value }) => ({
      x: values[0]![column]!,
      y: values[1]?.[row] ?? null,
      sessions: count,
      value,
      neighbours: hasNeighbours ? neighboursOf(cells, column, row) : null,
    })),
    missing,
  };
}

const keyOf = (column: number, row: number): number => column * MAX_AXIS_VALUES + row;

const axisValues = (values: readonly RankedValue[]): NonNullable<RankedValue>[] =>
  [...new Set(values as NonNullable<RankedValue>[])].toSorted(compareValues);

function aggregated(sessions: readonly RankedSession[], { figure, aggregate }: GridSettings): number | null {
  const values = sessions
    .map((session) => valueOf(figure, session))
    .filter((value) => typeof value === 'number');
  if (aggregate === 'count') return values.length;
  if (values.length === 0) return null;
  if (aggregate === 'median') return medianOf(values);
  return aggregate === 'max' ? Math.max(...values) : Math.min(...values);
}

const medianOf = (values: readonly number[]): number =>
  roundedDouble(quantile(Float64Array.from(values).toSorted(), 0.5))!;

function neighboursOf(cells: ReadonlyMap<number, Cell>, column: number, row: number): Neighbours | null {
  const steps = [-1, 0, 1];
  const values = steps
    .flatMap((right) => steps.map((up) => [column + right, row + up] as const))
    .filter(([x, y]) => (x !== column || y !== row) && y >= 0 && y < MAX_AXIS_VALUES)
    .map(([x, y]) => cells.get(keyOf(x, y))?.value ?? null)
    .filter((value) => value !== null);
  if (values.length === 0) return null;
  return {
    cells: values.length,
    median: medianOf(values),
    min: Math.min(...values),
    max: Math.max(...values),
  };
}
