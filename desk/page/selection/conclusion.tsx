import type { SelectedTryDto } from '../../../src/review/selection/routes/selected-try.dto.js';
import { number, plural } from '../../report/format.js';
import type { Faces } from '../faces/use-faces.js';
import { sessionLink } from '../router/route.js';
import { shortId } from '../ui/short-id.js';
import { answerNotes } from './answer-notes.js';

interface ConclusionProps {
  readonly tries: readonly SelectedTryDto[];
  /** The deflated Sharpe ratio from which on a try is above the bar. */
  readonly level: number;
  readonly fullName: Faces['fullName'];
}

const MAX_NAMED = 3;

/** States in a sentence which tries are above the bar that luck sets, or which comes nearest to it. */
export function Conclusion({ tries, level, fullName }: ConclusionProps) {
  const judged = tries.filter(
    ({ verdict, duplicateOf, ended }) => verdict !== 'unknown' && duplicateOf === null && ended === null,
  );
  const above = judged.filter(({ verdict }) => verdict === 'above-the-bar');
  const nearest = judged.reduce<SelectedTryDto | null>(
    (best, each) => ((each.deflatedSharpe ?? -1) > (best?.deflatedSharpe ?? -1) ? each : best),
    null,
  );
  if (above.length > 0) {
    const further = above.length - MAX_NAMED;
    return (
      <p class="verdict">
        {plural(above.length, 'session is', 'sessions are')} above the bar:{' '}
        {above.slice(0, MAX_NAMED).map((each, place) => (
          <span key={each.sessionId}>
            {place > 0 && ', '}
            <TryLink row={each} fullName={fullName} />
          </span>
        ))}
        {further > 0 && ` and ${further} more`}.
      </p>
    );
  }
  if (!nearest) return <p class="verdict">No session has enough trading days to be judged.</p>;
  return (
    <p class="verdict">
      No session is proven to be better than luck. <TryLink row={nearest} fullName={fullName} /> comes
      nearest: with its days, its Sharpe ratio is truly above luck’s best with a probability of{' '}
      {number(nearest.deflatedSharpe, 3)}, and {number(level)} is needed.
    </p>
  );
}

interface TryLinkProps {
  readonly row: SelectedTryDto;
  readonly fullName: Faces['fullName'];
}

function TryLink({ row: { sessionId, name, answers }, fullName }: TryLinkProps) {
  const notes = answerNotes(answers);
  return (
    <>
      <a href={sessionLink(sessionId)}>
        {name === null ? `Session ${shortId(sessionId)}` : fullName({ id: sessionId, name })}
      </a>
      {notes.length > 0 && ` (${notes.join(', ')})`}
    </>
  );
}
