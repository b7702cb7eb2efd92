import { rowsOfP } from '../../../../test/support/study-rows.js';
import { fieldNamed } from './figure-names.js';
import { type RankedSession, rankedSessions } from '../../../../test/support/ranked-sessions.js';
import { type GridSettings, MAX_AXIS_VALUES, ParameterGrid } from './grid.js';

const SETTINGS: GridSettings = {
  x: 'fast',
  y: 'slow',
  figure: fieldNamed('sharpe')!,
  aggregate: 'median',
  where: [],
};

const OF_P: RankedSession[] = rowsOfP().map(({ sessionId, figures, parameters }) => ({
  id: sessionId,
  parameters,
  figures: { sharpe: figures!.returns!['sharpe'] as number },
}));

const session = (parameters: RankedSession['parameters'], sharpe: number | null = 1): RankedSession => ({
  id: 's',
  parameters,
  figures: { sharpe },
});

/** Returns the grid of the sessions, which are added in several parts. */
function grid(sessions: RankedSession[], settings: Partial<GridSettings> = {}) {
  const parts = new ParameterGrid({ ...SETTINGS, ...settings });
  for (let from = 0; from < sessions.length; from += 3) parts.add(rankedSessions(sessions, from, from + 3));
  return parts.grid();
}

describe('the grid', () => {
  it('has for each cell the values of its neighbours', () => {
    const { cells, missing } = grid(OF_P);
    expect(missing).toBe(0);
    expect(cells).toHaveLength(10);
    expect(cells!.map(({ x, y }) => [x, y]).slice(0, 3)).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
    ]);
    expect(cells!.at(-1)).toMatchObject({ x: 4, y: 1, sessions: 1, value: 9.90550172 });
    expect(cells!.at(-1)!.neighbours).toMatchObject({ cells: 3, median: 0.31426443 });
    expect(cells!.find(({ x, y }) => x === 2 && y === 0)!.neighbours!.cells).toBe(5);
  });

  it('combines the figures of the sessions of a cell', () => {
    const cell = [1, 5, 2, null].map((sharpe) => session({ fast: 1, slow: 2 }, sharpe));
    const of = (aggregate: GridSettings['aggregate']) => grid(cell, { aggregate }).cells![0];
    expect(of('median')).toEqual({ x: 1, y: 2, sessions: 4, value: 2, neighbours: null });
    expect([of('max')!.value, of('min')!.value, of('count')!.value]).toEqual([5, 1, 3]);
    expect(grid([session({ fast: 1, slow: 2 }, null)]).cells![0]).toMatchObject({ sessions: 1, value: null });
  });

  it('may have only one axis', () => {
    const { cells, missing } = grid(
      [1, 2, 3].map((fast) => session({ fast }, fast)),
      { y: null },
    );
    expect(missing).toBe(0);
    expect(cells!.map(({ x, y, neighbours }) => [x, y, neighbours?.cells, neighbours?.median])).toEqual([
      [1, null, 1, 2],
      [2, null, 2, 2],
      [3, null, 1, 2],
    ]);
  });

  it('uses only direct neighbours that have a value', () => {
    const of = (x: number, sharpe: number | null) => session({ fast: x, slow: 0 }, sharpe);
    expect(grid([of(1, 4), of(10, null), of(100, 8)]).cells!.map(({ neighbours }) => neighbours)).toEqual([
      null,
      { cells: 2, median: 6, min: 4, max: 8 },
      null,
    ]);
  });

  it('has no neighbours if an axis has values that are not numbers', () => {
    const { cells } = grid([session({ fast: 1, slow: 'x' }), session({ fast: 2, slow: 1 })]);
    expect(cells!.map(({ x, y, neighbours }) => [x, y, neighbours])).toEqual([
      [1, 'x', null],
      [2, 1, null],
    ]);
  });

  it('counts the sessions that lack the parameter of an axis', () => {
    expect(grid([session({ fast: 1 }), session({ slow: 1 }), session({})])).toEqual({
      cells: [],
      missing: 3,
    });
  });

  it('accepts at most 100 values on an axis', () => {
    const line = (count: number) => Array.from({ length: count }, (_, slow) => session({ fast: 1, slow }));
    expect(grid(line(MAX_AXIS_VALUES)).cells).toHaveLength(MAX_AXIS_VALUES);
    expect(grid(line(MAX_AXIS_VALUES)).cells!.at(-1)!.neighbours!.cells).toBe(1);
    expect(grid(line(MAX_AXIS_VALUES + 1)).cells).toBeNull();
  });
});
