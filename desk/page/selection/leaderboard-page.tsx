import { useState } from 'preact/hooks';
import { getParameters } from '../../api/selection.js';
import { triesLink } from '../router/route.js';
import { replaceLink } from '../router/use-route.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { Skeleton } from '../ui/skeleton.js';
import { useAnswer } from '../ui/use-answer.js';
import { DEFAULT_FIGURES, PARAMETER_PREFIX, fieldLabel } from './figure-text.js';
import { axesIn } from './grid-axes.js';
import { GridCard } from './grid-card.js';
import {
  type LeaderboardView,
  leaderboardQuery,
  leaderboardViewIn,
  withParameter,
} from './leaderboard-view.js';
import { RankedTable } from './ranked-table.js';
import { StateNotice } from './state-notice.js';
import { ALL_STUDIES, StudyFrame } from './study-frame.js';
import { type RankedSessions, useRankedSessions } from './use-ranked-sessions.js';

/**
 * The maximum number of parameters that have a column. The list can also be sorted and filtered by parameters without a
 * column.
 */
const MAX_COLUMNS = 6;

/**
 * Fields of the figures by which the list cannot be sorted, because they are not numbers or are equal for all sessions.
 */
const NOT_SORTED = new Set(['calculationVersion', 'breakEvenThreshold', 'expectancyComponents']);

/** The sessions of a project, sorted by a figure or parameter, and a map of two parameters. */
export function LeaderboardPage({ projectId, query }: { projectId: string; query: string }) {
  const view = leaderboardViewIn(query);
  const change = (part: Partial<LeaderboardView>) =>
    replaceLink(triesLink('leaderboard', projectId, leaderboardQuery({ ...view, ...part })));
  const ranked = useRankedSessions(projectId, view);
  const parameters = useAnswer(`${projectId} ${view.study}`, (signal) =>
    getParameters(projectId, { study: view.study || undefined }, signal),
  ).value?.parameters;
  const names = parameters?.map(({ name }) => name) ?? [];
  const axes = axesIn(parameters ?? []);
  const x = view.x ?? axes[0] ?? '';
  const y = view.y ?? axes.find((name) => name !== x) ?? '';
  const sortBy = (sort: string) =>
    change({ sort, order: sort === view.sort && view.order === 'desc' ? 'asc' : 'desc' });
  return (
    <StudyFrame page="leaderboard" projectId={projectId} study={view.study}>
      <Controls view={view} change={change} names={names} ranked={ranked} />
      {ranked.problem && <ProblemNotice problem={ranked.problem} retry={ranked.reload} />}
      <div class="grid">
        {x !== '' && (
          <GridCard
            projectId={projectId}
            view={view}
            x={x}
            y={y}
            figure={view.sort.startsWith(PARAMETER_PREFIX) ? 'sharpe' : view.sort}
            names={axes}
            setAxes={(across, down) => change({ x: across, y: down })}
            pick={(cell) => {
              const one = withParameter(view.where, x, cell.x);
              change({ where: cell.y === null ? one : withParameter(one, y, cell.y) });
            }}
          />
        )}
        <section class="card span-12 long" aria-label="Sessions">
          {ranked.first && (
            <StateNotice
              state={ranked.first.pending > 0 ? 'pending' : ranked.first.state}
              reason={ranked.first.reason}
              reload={ranked.reload}
              answer={ranked.first}
            />
          )}
          {!ranked.first && !ranked.problem && <Skeleton rows={8} />}
          {ranked.sessions.length > 0 && (
            <RankedTable
              projectId={projectId}
              sessions={ranked.sessions}
              parameters={names.slice(0, MAX_COLUMNS)}
              view={view}
              sortBy={sortBy}
              hasMore={ranked.hasMore}
              readMore={ranked.readMore}
            />
          )}
          {ranked.first?.state === 'ready' && ranked.sessions.length === 0 && (
            <p class="empty">No session meets the conditions.</p>
          )}
          {view.study === ALL_STUDIES && (
            <p class="note">A verdict needs one study, because luck depends on the number of its tries.</p>
          )}
        </section>
      </div>
    </StudyFrame>
  );
}

interface ControlsProps {
  readonly view: LeaderboardView;
  readonly change: (part: Partial<LeaderboardView>) => void;
  readonly names: readonly string[];
  readonly ranked: RankedSessions;
}

function Controls({ view, change, names, ranked }: ControlsProps) {
  const figures = ranked.sessions.find((entry) => entry.figures !== null)?.figures;
  const known = figures ? Object.keys(figures).filter((name) => !NOT_SORTED.has(name)) : DEFAULT_FIGURES;
  const fields = [...new Set([...DEFAULT_FIGURES, ...known])];
  return (
    <div class="filters">
      <div class="inputs">
        <label>
          Sort by{' '}
          <select value={view.sort} onChange={(event) => change({ sort: event.currentTarget.value })}>
            {[...new Set([...fields, ...names.map((name) => PARAMETER_PREFIX + name), view.sort])].map(
              (field) => (
                <option key={field} value={field}>
                  {fieldLabel(field)}
                </option>
              ),
            )}
          </select>
        </label>
        <button type="button" onClick={() => change({ order: view.order === 'desc' ? 'asc' : 'desc' })}>
          {view.order === 'desc' ? 'Highest first' : 'Lowest first'}
        </button>
      </div>
      <Conditions key={view.where} where={view.where} apply={(where) => change({ where })} />
    </div>
  );
}

function Conditions({ where, apply }: { where: string; apply: (where: string) => void }) {
  const [text, setText] = useState(where);
  return (
    <form
      class="inputs conditions"
      onSubmit={(event) => {
        event.preventDefault();
        apply(text.trim());
      }}
    >
      <input
        type="text"
        aria-label="Conditions"
        placeholder="parameters.fast<3,plNet>=-50"
        maxLength={500}
        spellcheck={false}
        autocomplete="off"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit">Filter</button>
      {where !== '' && (
        <button type="button" onClick={() => apply('')}>
          Show all
        </button>
      )}
    </form>
  );
}
