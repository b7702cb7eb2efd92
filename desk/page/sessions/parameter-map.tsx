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

/** A map of the figure that sorts the list over two parameters. Nothing is shown if no parameter varies. */
export function ParameterMap({ projectId, view, change, parameters }: ParameterMapProps) {
  const axes = axesIn(parameters);
  const x = view.x ?? axes[0] ?? '';
  const y = view.y ?? partnerOf(x, axes, parameters);
  if (x === '') return null;
  const isFigure = !isParameterField(view.sort) && !isSessionSort(view.sort);
  const { where, study } = rowsQuery(view);
  return (
    <div class="map-of">
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
    </div>
  );
}

/** Returns another parameter for the second axis, best one that as many sessions have; an empty text if there is none. */
function partnerOf(x: string, axes: readonly string[], parameters: ParametersAnswer['parameters']): string {
  const sessionsOf = (name: string) => parameters.find((each) => each.name === name)?.sessions;
  const others = axes.filter((name) => name !== x);
  return others.find((name) => sessionsOf(name) === sessionsOf(x)) ?? others[0] ?? '';
}
