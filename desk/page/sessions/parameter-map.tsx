import { useState } from 'preact/hooks';
import type { ParametersAnswer } from '../../../src/review/selection/routes/parameters.dto.js';
import { isParameterField } from '../selection/figure-text.js';
import { axesIn } from '../selection/grid-axes.js';
import { GridCard } from '../selection/grid-card.js';
import { withParameter } from './conditions.js';
import type { ChangeView, ListView } from './list-view.js';
import { isSessionSort, rowsQuery } from './rows-query.js';

interface ParameterMapProps {
  readonly projectId: string;
  readonly view: ListView;
  readonly change: ChangeView;
  readonly parameters: ParametersAnswer['parameters'];
}

/** A map of fewer sessions shows single cells rather than a region. */
const FEWEST_SESSIONS = 10;

/**
 * A map of the figure that sorts the list over two parameters. It is closed until the user opens it. Nothing is shown if
 * no parameter varies, or if few sessions have parameters.
 */
export function ParameterMap({ projectId, view, change, parameters }: ParameterMapProps) {
  const axes = axesIn(parameters);
  const [isOpen, setOpen] = useState(view.x !== null);
  const x = view.x ?? axes[0] ?? '';
  const y = view.y ?? partnerOf(x, axes, parameters);
  if (x === '' || parameters.every(({ sessions }) => sessions < FEWEST_SESSIONS)) return null;
  const isFigure = !isParameterField(view.sort) && !isSessionSort(view.sort);
  const { where, study } = rowsQuery(view);
  return (
    <details class="map-of" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Map of parameters</summary>
      {isOpen && (
        <GridCard
          projectId={projectId}
          where={where as string | undefined}
          study={study as string | undefined}
          x={x}
          y={y}
          figure={isFigure ? view.sort : 'sharpe'}
          names={axes}
          setAxes={(across, down) => change((latest) => ({ ...latest, x: across, y: down }))}
          pick={(cell) =>
            change((latest) => {
              const one = withParameter(latest.where, x, cell.x);
              return { ...latest, where: cell.y === null ? one : withParameter(one, y, cell.y) };
            })
          }
        />
      )}
    </details>
  );
}

/** Returns another parameter for the second axis, best one that as many sessions have; an empty text if there is none. */
function partnerOf(x: string, axes: readonly string[], parameters: ParametersAnswer['parameters']): string {
  const sessionsOf = (name: string) => parameters.find((each) => each.name === name)?.sessions;
  const others = axes.filter((name) => name !== x);
  return others.find((name) => sessionsOf(name) === sessionsOf(x)) ?? others[0] ?? '';
}
