import { getSession } from '../../api/sessions.js';
import { CandlesOffer } from '../add-candles/candles-offer.js';
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
import { useLiveSession } from './use-live-session.js';

/** The page of a session. It shows a tear sheet: the figures, charts and trades of the session. */
export function SessionPage(props: { sessionId: string; threshold: number; filter: TradeFilter }) {
  const { sessionId, threshold, filter } = props;
  const { value, problem, reload } = useAnswer(sessionId, (signal) => getSession(sessionId, signal));
  useLiveSession(value?.session);
  // A session that has been deleted in the meantime is no longer shown.
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
    // A new slice gets an entry in the history, so that Back returns to the previous slice. Typing or choosing within a
    // slice adds no entry.
    if (isSameSlice(changed, filter)) replaceLink(link);
    else open(link);
  };
  return (
    <Page
      title={session.name}
      path={[{ name: project.name, link: projectLink(project.id) }]}
      facts={<SessionFacts session={session} threshold={threshold} />}
      actions={
        <SessionActions
          session={session}
          threshold={threshold}
          changeThreshold={(typed) => replaceLink(sessionLink(sessionId, typed, filter))}
        />
      }
    >
      {problem && <ProblemNotice problem={problem} retry={reload} />}
      <CandlesOffer markets={session.assets}>
        <SessionSheet
          session={session}
          project={project}
          threshold={threshold}
          filter={filter}
          setFilter={setFilter}
        />
      </CandlesOffer>
    </Page>
  );
}
