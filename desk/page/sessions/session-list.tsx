import { useCallback, useMemo, useState } from 'preact/hooks';
import { useScopes } from '../../api/scopes.js';
import type { Session } from '../../api/sessions.js';
import { count, plural } from '../../report/format.js';
import { projectLink } from '../router/route.js';
import { replaceLink } from '../router/use-route.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { Skeleton } from '../ui/skeleton.js';
import { useAction } from '../ui/use-action.js';
import { chosenSessions, currenciesOf } from './chosen-sessions.js';
import { ColumnsMenu } from './columns-menu.js';
import { type ChangeView, type ListView, hasFilters, queryOf, viewOf, withoutFilters } from './list-view.js';
import { MarkedActions } from './marked/marked-actions.js';
import { RangeFilters } from './range-filters.js';
import { SessionFilters } from './session-filters.js';
import { SessionsTable } from './sessions-table.js';
import { useProjectTags } from './use-project-tags.js';
import { MAX_SORTED, type SessionList as List, useSessions } from './use-sessions.js';

/** The sessions of a project with their filters. The address holds the filters, the order and the columns. */
export function SessionList({ projectId, query }: { projectId: string; query: string }) {
  const view = useMemo(() => viewOf(query), [query]);
  const change = useCallback<ChangeView>(
    (edit) => replaceLink(projectLink(projectId, queryOf(edit(viewOf(queryOfAddress()))))),
    [projectId],
  );
  const list = useSessions(projectId, view);
  const [allMarked, setMarked] = useState<readonly string[]>([]);
  const tags = useProjectTags(projectId);
  const { isWhole } = list;
  // If the rest of the list cannot change the positions of its first rows, these rows are shown before the whole list
  // is loaded.
  const isReady = isWhole || list.isLarge || (!view.sort && !hasFilters(view));
  const read = (isReady && list.sessions) || NONE;
  const shownView = useMemo(() => (isWhole ? view : unsorted(view)), [view, isWhole]);
  const sessions = useMemo(() => chosenSessions(read, shownView), [read, shownView]);
  const shown = new Set(sessions.map(({ id }) => id));
  const marked = allMarked.filter((id) => shown.has(id));
  const currencies = currenciesOf(read);
  if (list.sessions?.length === 0 && isWhole && !list.isLarge) return <NoSessions />;
  return (
    <>
      {list.problem && <ProblemNotice problem={list.problem} retry={list.reload} />}
      <div class="filters">
        <div class="inputs" role="search">
          <SessionFilters view={view} change={change} tags={tags} currencies={currencies} />
          {!list.isLarge && <RangeFilters view={view} change={change} />}
          {hasFilters(view) && (
            <button type="button" class="plain" onClick={() => change(withoutFilters)}>
              Clear filters
            </button>
          )}
        </div>
        <ColumnsMenu view={view} change={change} />
      </div>
      <div class="list-state">
        <p role="status">{stateOf(list, sessions, view, currencies.length > 1)}</p>
        <MarkedActions
          projectId={projectId}
          marked={marked.map((id) => sessions.find((session) => session.id === id)!)}
          clear={() => setMarked([])}
        />
      </div>
      {(!isReady || !list.sessions) && !list.problem && <Skeleton rows={6} />}
      {isReady && list.sessions && sessions.length === 0 && !list.isLoading && (
        <p class="card empty">No session passes these filters.</p>
      )}
      {sessions.length > 0 && (
        <SessionsTable
          projectId={projectId}
          sessions={sessions}
          view={shownView}
          change={change}
          canSort={isWhole}
          marked={marked}
          setMarked={setMarked}
        />
      )}
      {list.readMore && <MoreSessions readMore={list.readMore} />}
    </>
  );
}

const queryOfAddress = (): string => location.hash.split('?')[1] ?? '';

const NONE: readonly Session[] = [];

/** If the whole list is not loaded, it is shown newest first, and only the service filters it. */
const unsorted = (view: ListView): ListView => ({ ...view, sort: null, ranges: {} });

function stateOf(list: List, shown: readonly Session[], view: ListView, areMixed: boolean): string {
  if (!list.sessions || (list.isLoading && !list.isWhole)) return 'Reading the sessions …';
  if (list.isLarge && !list.isWhole) {
    return `The newest ${count(shown.length)} sessions, newest first. More than ${count(MAX_SORTED)} cannot be sorted: search, or choose a status or a tag.`;
  }
  const all = plural(list.sessions.length, 'session');
  const text = shown.length === list.sessions.length ? all : `${count(shown.length)} of ${all}`;
  return view.sort === 'net' && areMixed && !view.currency ? `${text}, sorted within each currency` : text;
}

function MoreSessions({ readMore }: { readMore: () => Promise<void> }) {
  const action = useAction();
  return (
    <p class="more-rows">
      {action.problem && <ProblemNotice problem={action.problem} />}
      <button type="button" aria-disabled={action.isRunning} onClick={() => action.run(readMore)}>
        {action.isRunning ? 'Reading …' : 'Read further sessions'}
      </button>
    </p>
  );
}

function NoSessions() {
  const { mayWrite } = useScopes();
  return (
    <p class="card empty">
      There are no sessions yet.
      {mayWrite &&
        ' Drop the results of your tool here: each run becomes a session. Or create a session and send its trades over the API.'}
    </p>
  );
}
