import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { quantile } from '../../../shared/figures/probability/quantile.js';
import type { RankedField } from './figure-names.js';
import { type RankedSessions, meetsAll } from './ranked-sessions.js';
import { type RankedValue, compareValues } from './value-order.js';
import type { Condition } from './where.js';

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
  readonly where: readonly Condition[];
}

interface Cell {
  readonly at: readonly [column: number, row: number];
  readonly sessions: number;
  readonly value: number | null;
}

/** The sessions of a cell. */
interface Group {
  readonly at: readonly NonNullable<RankedValue>[];
  sessions: number;
  /** The figures that are defined. */
  readonly values: number[];
}

/**
 * A figure of the sessions for each combination of the values of one parameter or of two parameters. The sessions are
 * added in parts.
 */
export class ParameterGrid {
  private readonly axes: readonly RankedField[];
  /** The values of each axis: at most one more than an axis may have. */
  private readonly values: readonly Set<NonNullable<RankedValue>>[];
  private readonly groups = new Map<string, Group>();
  private missing = 0;

  constructor(private readonly settings: GridSettings) {
    const { x, y } = settings;
    this.axes = (y === null ? [x] : [x, y]).map((name) => ({ kind: 'parameter', name }));
    this.values = this.axes.map(() => new Set());
  }

  add(sessions: RankedSessions): void {
    for (let index = sessions.from; index < sessions.to; index += 1) {
      if (!meetsAll(sessions, index, this.settings.where)) continue;
      const at = this.axes.map((axis) => sessions.valueOf(axis, index));
      if (at.includes(null)) this.missing += 1;
      else this.place(at as NonNullable<RankedValue>[], sessions.valueOf(this.settings.figure, index));
    }
  }

  private place(at: readonly NonNullable<RankedValue>[], figure: RankedValue): void {
    if (this.hasTooManyValues()) return;
    for (const [axis, value] of at.entries()) this.values[axis]!.add(value);
    const key = JSON.stringify(at);
    const group = this.groups.get(key) ?? { at, sessions: 0, values: [] };
    this.groups.set(key, group);
    group.sessions += 1;
    if (typeof figure === 'number') group.values.push(figure);
  }

  private hasTooManyValues(): boolean {
    return this.values.some(({ size }) => size > MAX_AXIS_VALUES);
  }

  grid(): Grid {
    const { missing } = this;
    if (this.hasTooManyValues()) return { cells: null, missing };
    const values = this.values.map((found) => [...found].toSorted(compareValues));
    const ranks = values.map((list) => new Map(list.map((value, rank) => [value, rank])));
    const cells = new Map<number, Cell>(
      [...this.groups.values()].map(({ at, sessions, values: figures }) => {
        const [column, row] = [ranks[0]!.get(at[0]!)!, ranks[1]?.get(at[1]!) ?? 0];
        const value = aggregated(figures, this.settings.aggregate);
        return [keyOf(column, row), { at: [column, row], sessions, value }];
      }),
    );
    const hasNeighbours = values.every((list) => list.every((value) => typeof value === 'number'));
    const ordered = [...cells.keys()].toSorted((a, b) => a - b).map((key) => cells.get(key)!);
    return {
      cells: ordered.map(({ at: [column, row], sessions, value }) => ({
        x: values[0]![column]!,
        y: values[1]?.[row] ?? null,
        sessions,
        value,
        neighbours: hasNeighbours ? neighboursOf(cells, column, row) : null,
      })),
      missing,
    };
  }
}

const keyOf = (column: number, row: number): number => column * MAX_AXIS_VALUES + row;

function aggregated(values: readonly number[], aggregate: Aggregate): number | null {
  if (aggregate === 'count') return values.length;
  if (values.length === 0) return null;
  if (aggregate === 'median') return medianOf(values);
  const isMax = aggregate === 'max';
  return values.reduce((best, value) => (isMax ? Math.max(best, value) : Math.min(best, value)));
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
