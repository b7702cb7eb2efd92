import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import type { ParametersAnswer } from '../../../src/review/selection/routes/parameters.dto.js';
import { useScopes } from '../../api/scopes.js';
import { getLeaderboard } from '../../api/selection.js';
import { day } from '../../report/dates.js';
import { count, plural } from '../../report/format.js';
import { Choice } from '../../report/panels/panel.js';
import { differencesIn } from '../faces/differences.js';
import { projectLink, routeOf } from '../router/route.js';
import { replaceLink } from '../router/use-route.js';
import { StateNotice } from '../selection/state-notice.js';
import { later } from '../ui/later.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { Skeleton } from '../ui/skeleton.js';
import { useAnswer } from '../ui/use-answer.js';
import { defaultColumns } from './column-names.js';
import { sortColumn } from './columns.js';
import { ColumnsMenu } from './columns-menu.js';
import { ConditionsForm } from './conditions-form.js';
import { type ChangeView, type ListView, hasFilters, queryOf, viewOf, withoutFilters } from './list-view.js';
import { MarkedActions } from './marked/marked-actions.js';
import { type MarkedSession, markedSession } from './marked/marked-session.js';
import { RangeFilters } from './range-filters.js';
import { isJudgedFirst, rowsQuery, wholeQuery } from './rows-query.js';
import { SessionFilters } from './session-filters.js';
import { SessionsTable } from './sessions-table.js';
import { SortControls } from './sort-controls.js';
import { tableItems } from './table-items.js';
import { useProjectTags } from './use-project-tags.js';
import { type RankedRows, useRankedRows } from './use-ranked-rows.js';
import { useRepeats } from './use-repeats.js';

const ParameterMap = later(async () => (await import('./parameter-map.js')).ParameterMap);

const SETS = [
  ['overview', 'Overview'],
  ['research', 'Research'],
] as const;

interface SessionListProps {
  readonly projectId: string;
  readonly view: ListView;
  /** The parameters of the sessions of the study; undefined until they are known. */
  readonly parameters: ParametersAnswer['parameters'] | undefined;
}

/** The sessions of a project with their filters. The address holds the filters, the order and the columns. */
export function SessionList({ projectId, view, parameters = [] }: SessionListProps) {
  const change = useChangeView(projectId);
  const rows = useRankedRows(projectId, rowsQuery(view));
  const { first, entries } = rows;
  const isFiltered = hasFilters(view);
  const filtered = useAnswer(isFiltered ? `whole ${projectId} ${view.study}` : null, (signal) =>
    getLeaderboard(projectId, { ...wholeQuery(view), count: 1 }, signal),
  ).value;
  const whole = isFiltered ? filtered : first;
  const repeats = useRepeats(projectId, wholeQuery(view));
  const [allMarked, setMarked] = useState<readonly MarkedSession[]>([]);
  const tags = useProjectTags(projectId);
  const currencies = useKnown(entries.map(({ session }) => session.accountCurrency));
  const hasVerdicts = entries.some(({ selection }) => selection !== null);
  const items = tableItems(entries, repeats.repeatsOf, isJudgedFirst(view) && hasVerdicts);
  const names = parameters.map(({ name }) => name);
  const constant = [
    ...(whole?.constant ?? []),
    ...((whole?.matching ?? 0) > 1 && haveOneStart(entries) ? ['started'] : []),
  ];
  const columns =
    view.columns ??
    defaultColumns(view.set, names, constant, entries.length > 0 ? sortColumn(view.sort) : null);
  const shown = new Set(items.flatMap((item) => (item.kind === 'session' ? [item.entry.session.id] : [])));
  const marked = allMarked.filter(({ id }) => shown.has(id));
  const markAll = async () => {
    const all = rows.hasMore ? await rows.readRest() : entries;
    const differences = differencesIn(all);
    const opened = items.flatMap((item) => (item.kind === 'session' && item.isRepeat ? [item.entry] : []));
    setMarked([...all, ...opened].map((entry) => markedSession(entry, differences.get(entry.session.id))));
  };

  if (first && entries.length === 0 && !isFiltered && first.reason !== 'too-many-trials')
    return <NoSessions />;
  return (
    <>
      {rows.problem && <ProblemNotice problem={rows.problem} retry={rows.reload} />}
      {repeats.problem && <ProblemNotice problem={repeats.problem} />}
      <div class="filters">
        <div class="inputs" role="search">
          <SessionFilters view={view} change={change} tags={tags} currencies={currencies} />
          <RangeFilters view={view} change={change} />
          {isFiltered && (
            <button type="button" class="plain" onClick={() => change(withoutFilters)}>
              Clear filters
            </button>
          )}
        </div>
        <div class="inputs">
          <Choice
            label="Set of columns"
            options={SETS}
            value={view.set}
            onChange={(set) => change((latest) => ({ ...latest, set, columns: null }))}
          />
          <ColumnsMenu view={view} change={change} shown={columns} parameters={names} />
        </div>
      </div>
      {(view.set === 'research' || view.where !== '') && (
        <ConditionsForm
          key={view.where}
          where={view.where}
          apply={(where) => change((latest) => ({ ...latest, where }))}
        />
      )}
      {view.set === 'research' && parameters.length > 0 && (
        <ParameterMap projectId={projectId} view={view} change={change} parameters={parameters} />
      )}
      <div class="list-state">
        <p>
          <span role="status">{stateOf(rows, view, whole?.matching, currencies.length > 1)}</span>
          <SameInAll constant={constant} entries={entries} columns={columns} />
        </p>
        <SortControls
          view={view}
          change={change}
          parameters={names}
          answer={first}
          hasVerdicts={hasVerdicts}
        />
        <MarkedActions projectId={projectId} marked={marked} clear={() => setMarked([])} />
      </div>
      {first && (
        <StateNotice
          state={first.pending > 0 ? 'pending' : first.state}
          reason={first.reason === 'no-trades' ? null : first.reason}
          reload={rows.reload}
          answer={first}
        />
      )}
      {!first && !rows.problem && <Skeleton rows={8} />}
      {first && entries.length === 0 && isFiltered && (
        <p class="card empty">No session passes these filters.</p>
      )}
      {entries.length > 0 && (
        <SessionsTable
          items={items}
          columns={columns}
          view={view}
          change={change}
          hasMore={rows.hasMore}
          readMore={rows.readMore}
          markAll={() => void markAll()}
          withSymbol={!constant.includes('symbols')}
          marked={marked}
          setMarked={setMarked}
          toggle={repeats.toggle}
        />
      )}
    </>
  );
}

/** Returns the function that changes the view in the address. */
function useChangeView(projectId: string): ChangeView {
  return useCallback<ChangeView>(
    (edit) => {
      const route = routeOf(location.hash);
      const latest = viewOf(route.page === 'project' ? route.query : '');
      replaceLink(projectLink(projectId, queryOf(edit(latest))));
    },
    [projectId],
  );
}

/** Returns all different texts that were ever given, the most frequent of the first ones first. */
function useKnown(texts: readonly string[]): readonly string[] {
  const known = useRef<string[]>([]);
  const different = useMemo(() => byFrequency(texts), [texts.join()]);
  known.current = [...new Set([...known.current, ...different])];
  return known.current;
}

function byFrequency(texts: readonly string[]): string[] {
  const many = (text: string) => texts.filter((other) => other === text).length;
  return [...new Set(texts)].toSorted((one, other) => many(other) - many(one));
}

/** Returns whether all sessions that have been read were started on the same day. */
function haveOneStart(entries: RankedRows['entries']): boolean {
  const days = new Set(
    entries.map(({ session: { startedAt, accountTimezone } }) => day(startedAt, accountTimezone)),
  );
  return days.size === 1;
}

function stateOf(
  { first, entries, hasMore, isKept, problem }: RankedRows,
  view: ListView,
  all: number | undefined,
  areMixed: boolean,
): string {
  if (problem) return 'The sessions could not be read.';
  if (!first || isKept) return 'Reading the sessions …';
  const { matching } = first;
  const sessions =
    hasFilters(view) && all !== undefined
      ? `${count(matching)} of ${plural(all, 'session')}`
      : plural(matching, 'session');
  const rows = !hasMore && entries.length < matching ? ` in ${plural(entries.length, 'row')}` : '';
  const isApart = areMixed && rowsQuery(view).currencies === 'apart';
  return `${sessions}${rows}${isApart ? ', sorted within each currency' : ''}`;
}

interface SameInAllProps {
  readonly constant: readonly string[];
  readonly entries: RankedRows['entries'];
  readonly columns: readonly string[];
}

/** The values of hidden columns, which are the same in all sessions. */
function SameInAll({ constant, entries, columns }: SameInAllProps) {
  const session = entries[0]?.session;
  const texts = session && [
    ...(constant.includes('status') && !columns.includes('status') ? [session.status] : []),
    ...(constant.includes('accountCurrency') && !columns.includes('currency')
      ? [session.accountCurrency]
      : []),
    ...(constant.includes('symbols') && session.symbols.length === 1 ? session.symbols : []),
    ...(constant.includes('timeframes') ? [session.timeframes.join(', ')] : []),
    ...(constant.includes('tags') && !columns.includes('tags') ? session.tags : []),
  ];
  if (!texts || texts.length === 0) return null;
  return <span class="same quiet">all {texts.join(' · ')}</span>;
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
