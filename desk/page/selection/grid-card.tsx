import { useState } from 'preact/hooks';
import type { GridAnswer, GridCellDto } from '../../../src/review/selection/routes/grid.dto.js';
import { getGrid } from '../../api/selection.js';
import { HeatMap } from '../../report/charts/heat-map.js';
import { Choice } from '../../report/panels/panel.js';
import { plural } from '../../report/format.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { SkeletonBlock } from '../ui/skeleton.js';
import { useAnswer } from '../ui/use-answer.js';
import { parameterText } from '../ui/parameter-text.js';
import { fieldLabel, figureText } from './figure-text.js';
import { axisOf } from './grid-axes.js';
import { StateNotice } from './state-notice.js';

const SHOWN = [
  ['cell', 'Each cell'],
  ['median', 'Its neighbours'],
  ['min', 'Their lowest'],
] as const;
type Shown = (typeof SHOWN)[number][0];

interface GridCardProps {
  readonly projectId: string;
  /** Conditions on the sessions, and the study, as in the API. */
  readonly where: string | undefined;
  readonly study: string | undefined;
  readonly x: string;
  /** The second parameter; empty for a map of one parameter. */
  readonly y: string;
  readonly figure: string;
  /** Names of the parameters to choose from. */
  readonly names: readonly string[];
  readonly setAxes: (x: string, y: string) => void;
  readonly pick: (cell: GridCellDto) => void;
}

/** A map of a figure over two parameters. A click on a cell filters the sessions. */
export function GridCard({ projectId, where, study, x, y, figure, names, setAxes, pick }: GridCardProps) {
  const [shown, setShown] = useState<Shown>('cell');
  const query = {
    x,
    y: y || undefined,
    figure,
    where,
    study,
  };
  const { value, problem, reload } = useAnswer(
    JSON.stringify([projectId, query]),
    (signal) => getGrid(projectId, query, signal),
    () => false,
  );
  const choice = (
    label: string,
    chosen: string,
    others: readonly string[],
    change: (name: string) => void,
  ) => (
    <label>
      {label}{' '}
      <select value={chosen} onChange={(event) => change(event.currentTarget.value)}>
        {others.map((name) => (
          <option key={name} value={name}>
            {name || 'none'}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <section class="card span-12" aria-label="Map of parameters">
      <header class="card-head">
        <h2>{fieldLabel(figure)} over parameters</h2>
        <div class="tools">
          {choice('Across', x, names, (name) => setAxes(name, name === y ? '' : y))}{' '}
          {choice('Down', y, ['', ...names.filter((name) => name !== x)], (name) => setAxes(x, name))}{' '}
          <Choice label="What a cell shows" options={SHOWN} value={shown} onChange={setShown} />
        </div>
      </header>
      {problem && <ProblemNotice problem={problem} retry={reload} />}
      {!value && !problem && <SkeletonBlock size="small" />}
      {value && (
        <>
          <StateNotice state={value.state} reason={value.reason} reload={reload} answer={value} />
          {value.cells.length > 0 && (
            <CellMap answer={value} axes={[x, y]} figure={figure} shown={shown} pick={pick} />
          )}
          {value.missing > 0 && (
            <p class="note">{plural(value.missing, 'session')} without these parameters.</p>
          )}
        </>
      )}
    </section>
  );
}

interface CellMapProps {
  readonly answer: GridAnswer;
  readonly axes: readonly [x: string, y: string];
  readonly figure: string;
  readonly shown: Shown;
  readonly pick: (cell: GridCellDto) => void;
}

function CellMap({ answer, axes: [x, y], figure, shown, pick }: CellMapProps) {
  const columns = axisOf(answer.cells.map((cell) => cell.x));
  const lines = y ? axisOf(answer.cells.map((cell) => cell.y)) : [null];
  const keyOf = (of: unknown, at: unknown) => JSON.stringify([of, at]);
  const byPlace = Object.fromEntries(answer.cells.map((cell) => [keyOf(cell.x, cell.y), cell]));
  const best = bestOf(answer.cells);
  return (
    <>
      <HeatMap
        name={`${fieldLabel(figure)} by ${y ? `${x} and ${y}` : x}`}
        corner={y ? `${y} ↓ ${x} →` : `${x} →`}
        columns={columns.map(parameterText)}
        rows={lines.map((line) => ({
          name: y ? parameterText(line) : fieldLabel(figure),
          cells: columns.map((column) => {
            const cell = byPlace[keyOf(column, line)];
            if (!cell) return { value: null, text: '', isOutside: true };
            const value = shown === 'cell' ? cell.value : (cell.neighbours?.[shown] ?? null);
            return {
              value,
              text: figureText(figure, value),
              title: cellTitle(cell, [x, y], figure),
              onPick: () => pick(cell),
            };
          }),
        }))}
      />
      {best && <p>The best cell is {cellTitle(best, [x, y], figure)}.</p>}
      <p class="note">
        A best cell far above its neighbours is a peak, and peaks are what luck makes. A click on a cell shows
        its sessions.
      </p>
    </>
  );
}

function bestOf(cells: readonly GridCellDto[]): GridCellDto | null {
  const known = cells.filter(({ value }) => value !== null);
  return known.reduce<GridCellDto | null>(
    (best, cell) => (best && best.value! >= cell.value! ? best : cell),
    null,
  );
}

function cellTitle(cell: GridCellDto, [x, y]: readonly [string, string], figure: string): string {
  const text = (value: number | null) => figureText(figure, value);
  const { neighbours, value, sessions } = cell;
  const place = [`${x} ${parameterText(cell.x)}`, ...(y ? [`${y} ${parameterText(cell.y)}`] : [])].join(', ');
  const spread = neighbours
    ? `; its ${plural(neighbours.cells, 'neighbour')}: median ${text(neighbours.median)}, ${text(neighbours.min)} to ${text(neighbours.max)}`
    : '; no neighbours';
  return `${place}: ${text(value)}, ${plural(sessions, 'session')}${spread}`;
}
