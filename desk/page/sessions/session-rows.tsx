import { compareSessions } from '../../api/projects.js';
import { listSessions } from '../../api/sessions.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { useAnswer } from '../ui/use-answer.js';
import type { SessionFilter } from './session-filters.js';
import { SessionRow } from './session-row.js';

/**
 * Number of sessions per page. It equals the number of sessions that can be compared at once, so that one request
 * returns the figures and curves of a page.
 */
const PAGE = 20;
const COLUMNS = 9;

/** A page of sessions. The list is shown first; the figures and the curves of the page follow. */
export function SessionRows(props: {
  projectId: string;
  filter: SessionFilter;
  cursor: string | undefined;
  chosen: readonly string[];
  choose: (id: string, isChosen: boolean) => void;
  /** Shows the next page; undefined except for the last shown page. */
  more: ((cursor: string) => void) | undefined;
}) {
  const { projectId, filter, cursor, chosen, choose, more } = props;
  const list = useAnswer(`page ${cursor ?? ''}`, (signal) =>
    listSessions({ projectId, ...filter, cursor, count: PAGE }, signal),
  );
  const ids = list.value?.sessions.map(({ id }) => id) ?? [];
  const outlines = useAnswer(
    ids.length > 0 ? ids.join() : null,
    (signal) => compareSessions(projectId, ids, 0, signal),
    () => true,
  );
  const byId = new Map(outlines.value?.sessions.map((compared) => [compared.session.id, compared]));
  const next = list.value?.nextCursor;
  const isFiltered = Object.values(filter).some(Boolean);
  return (
    <tbody>
      {list.value?.sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          outline={byId.get(session.id)}
          isChosen={chosen.includes(session.id)}
          choose={(isChosen) => choose(session.id, isChosen)}
        />
      ))}
      {!list.value && !list.problem && <LoadingRows />}
      {list.problem && <WholeRow>{<ProblemNotice problem={list.problem} retry={list.reload} />}</WholeRow>}
      {outlines.problem && (
        <WholeRow>{<ProblemNotice problem={outlines.problem} retry={outlines.reload} />}</WholeRow>
      )}
      {ids.length === 0 && list.value && !next && cursor === undefined && (
        <WholeRow>
          <p class="empty">
            {isFiltered
              ? 'No sessions match. Change the search, the status or the tag.'
              : 'There are no sessions yet. Create one, then import the trades of your tool or send them over the API.'}
          </p>
        </WholeRow>
      )}
      {next && more && (
        <WholeRow>
          <button type="button" onClick={() => more(next)}>
            More sessions
          </button>
        </WholeRow>
      )}
    </tbody>
  );
}

function WholeRow({ children }: { children: preact.ComponentChildren }) {
  return (
    <tr class="whole">
      <td colSpan={COLUMNS}>{children}</td>
    </tr>
  );
}

function LoadingRows() {
  return (
    <>
      {[1, 2, 3].map((row) => (
        <tr key={row} class="whole">
          <td colSpan={COLUMNS}>
            <div class="skeleton line" />
          </td>
        </tr>
      ))}
    </>
  );
}
