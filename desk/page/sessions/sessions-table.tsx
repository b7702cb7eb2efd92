import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../../api/sessions.js';
import { count } from '../../report/format.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { TableHead } from './table-head.js';
import type { ChangeView, ListView } from './list-view.js';
import { SessionRow } from './session-row.js';
import { type Outlined, useOutlines } from '../ui/use-outlines.js';

/** Number of rows that are drawn at first. The button "Show more rows" adds as many. */
const STEP = 100;

const OUTLINED = ['profitFactor', 'maxDrawdown', 'equity'] as const;

const outlined = ({ id, summary }: Session): Outlined => ({ id, state: JSON.stringify(summary) });

/** The table of sessions. */
export function SessionsTable(props: {
  projectId: string;
  /** Sessions in the order of the view. */
  sessions: readonly Session[];
  view: ListView;
  change: ChangeView;
  canSort: boolean;
  marked: readonly string[];
  setMarked: (marked: readonly string[]) => void;
}) {
  const { projectId, sessions, view, marked, setMarked } = props;
  const [drawn, setDrawn] = useState(STEP);
  useEffect(() => setDrawn(STEP), [view]);
  const shown = sessions.slice(0, drawn);
  const needsOutlines = OUTLINED.some((column) => view.columns.includes(column));
  const withTrades = needsOutlines ? shown.filter(({ summary }) => summary.tradeCount > 0) : [];
  const outlines = useOutlines(projectId, withTrades.map(outlined));
  return (
    <>
      {outlines.problem && <ProblemNotice problem={outlines.problem} retry={outlines.retry} />}
      <div class="card">
        <div class="scroll shaded" tabIndex={0} role="region" aria-label="Sessions">
          <table class="sessions">
            <TableHead {...props} />
            <tbody>
              {shown.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  columns={view.columns}
                  outline={outlines.outlineOf(outlined(session))}
                  isMarked={marked.includes(session.id)}
                  mark={(isMarked) =>
                    setMarked(
                      isMarked ? [...marked, session.id] : marked.filter((other) => other !== session.id),
                    )
                  }
                />
              ))}
            </tbody>
          </table>
        </div>
        {sessions.length > drawn && (
          <p class="more-rows">
            <button type="button" onClick={() => setDrawn((before) => before + STEP)}>
              Show more rows ({count(sessions.length - drawn)} below)
            </button>
          </p>
        )}
      </div>
    </>
  );
}
