import { getSession } from '../../api/sessions.js';
import { projectLink, sessionLink } from '../router/route.js';
import { isSameSlice } from '../router/slice.js';
import type { TradeFilter } from '../router/trade-filter.js';
import { open, replaceLink } from '../router/use-route.js';
import { Page } from '../ui/page.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { Skeleton, SkeletonBlock } from '../ui/skeleton.js';
import { useAnswer } from '../ui/use-answer.js';
import { SessionActions } from './session-actions.js';
import { SessionFacts } from './session-facts.js';
import { SessionSheet } from './session-sheet.js';
import { ThresholdInput } from './threshold-input.js';
import { useLiveSession } from './use-live-session.js';

/** The page of a session, which is a tear sheet. */
export function SessionPage(props: { sessionId: string; threshold: number; filter: TradeFilter }) {
  const { sessionId, threshold, filter } = props;
  const { value, problem, reload } = useAnswer(sessionId, (signal) => getSession(sessionId, signal));
  useLiveSession(value?.session);
  // Nothing of a session that was deleted meanwhile is shown any more.
  if (!value || problem?.status === 404) {
    return (
      <Page title="Session" path={[]} facts={<p class="facts">{'\u00a0'}</p>}>
        {problem ? (
          <ProblemNotice problem={problem} retry={reload} />
        ) : (
          <>
            <Skeleton rows={3} />
            <div class="card">
              <SkeletonBlock size="large" />
            </div>
          </>
        )}
      </Page>
    );
  }
  const { session, project } = value;
  const setFilter = (changed: TradeFilter) => {
    const link = sessionLink(sessionId, threshold, changed);
    // Back returns to the slice before. What is typed or chosen within a slice is no step of its own.
    if (isSameSlice(changed, filter)) replaceLink(link);
    else open(link);
  };
  return (
    <Page
      title={session.name}
      path={[{ name: project.name, link: projectLink(project.id) }]}
      facts={<SessionFacts session={session} />}
      actions={
        <>
          <ThresholdInput
            threshold={threshold}
            change={(typed) => replaceLink(sessionLink(sessionId, typed, filter))}
            currency={session.accountCurrency}
          />
          <SessionActions session={session} threshold={threshold} />
        </>
      }
    >
      {problem && <ProblemNotice problem={problem} retry={reload} />}
      <SessionSheet
        session={session}
        project={project}
        threshold={threshold}
        filter={filter}
        setFilter={setFilter}
      />
    </Page>
  );
}
