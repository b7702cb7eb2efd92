import { HeadRow } from '../../report/panels/head-row.js';
import { useState } from 'preact/hooks';
import type { SelectedTryDto } from '../../../src/review/selection/routes/selected-try.dto.js';
import type { SelectionAnswer } from '../../../src/review/selection/routes/selection.dto.js';
import { getSelection } from '../../api/selection.js';
import { problemFrom } from '../../api/problem.js';
import { Scroll } from '../../report/charts/scroll.js';
import { count, number, plural } from '../../report/format.js';
import { type Faces, useFaces } from '../faces/use-faces.js';
import { sessionLink } from '../router/route.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { shortId } from '../ui/short-id.js';
import { Skeleton } from '../ui/skeleton.js';
import { useAnswer } from '../ui/use-answer.js';
import { answerNotes } from './answer-notes.js';
import { Conclusion } from './conclusion.js';
import { LuckPicture } from './luck-picture.js';
import { StateNotice } from './state-notice.js';
import { StudyFrame, studyIn } from './study-frame.js';
import { useAllTries } from './use-all-tries.js';
import { ENDED_WORDS, VERDICT_WORDS } from './verdicts.js';

const PAGE = 100;

interface Further {
  readonly after: SelectionAnswer;
  readonly sessions: readonly SelectedTryDto[];
  readonly nextCursor: string | null;
}

/**
 * Compares the tries of a study with the expected best by luck: the best result that luck alone would produce among as
 * many tries.
 */
export function SelectionPage({ projectId, query }: { projectId: string; query: string }) {
  const study = studyIn(query);
  const ask = { study: study || undefined, count: PAGE };
  const answer = useAnswer(`${projectId} ${study}`, (signal) => getSelection(projectId, ask, signal));
  const tries = useAllTries(projectId, study);
  const [further, setFurther] = useState<Further>();
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { value } = answer;
  const added = further && further.after === value ? further : null;
  const cursor = added ? added.nextCursor : (value?.nextCursor ?? null);
  const readMore = async (after: SelectionAnswer, from: string) => {
    setReading(true);
    setFailure(null);
    try {
      const next = await getSelection(projectId, { ...ask, cursor: from }, new AbortController().signal);
      setFurther({
        after,
        sessions: [...(added?.sessions ?? []), ...next.sessions],
        nextCursor: next.nextCursor,
      });
    } catch (error) {
      setFailure(error);
    } finally {
      setReading(false);
    }
  };
  const shown = [...(value?.sessions ?? []), ...(added?.sessions ?? [])];
  const faces = useFaces(
    projectId,
    shown.flatMap(({ sessionId, ended }) => (ended === 'deleted' ? [] : [sessionId])),
  );
  const problem = answer.problem ?? (failure === null ? null : problemFrom(failure));
  return (
    <StudyFrame page="selection" projectId={projectId} study={study}>
      {problem && <ProblemNotice problem={problem} retry={answer.reload} />}
      {!value && !problem && <Skeleton rows={8} />}
      {value && (
        <div class="grid">
          <Bar answer={value} tries={tries} fullName={faces.fullName} reload={answer.reload} />
          {value.sessions.length > 0 && (
            <section class="card span-12 long" aria-label="Tries">
              <header class="card-head">
                <h2>Tries</h2>
                <span class="quiet">by Sharpe ratio, those that have ended included</span>
              </header>
              <TriesTable sessions={shown} faces={faces} />
              {cursor !== null && (
                <p class="more-rows">
                  <button type="button" disabled={isReading} onClick={() => void readMore(value, cursor)}>
                    Show more tries
                  </button>
                </p>
              )}
              <p class="note">
                The deflated Sharpe ratio is the probability that a try is better than the best of as many
                tries without skill would be by luck alone; from {number(value.level * 100, 0)} % on it is
                above the bar. Holm’s p value allows for the number of tries, too. “Days for proof” are the
                trading days after which this Sharpe ratio would be above the bar, “days for luck” those in
                which luck alone reaches it.
              </p>
            </section>
          )}
        </div>
      )}
    </StudyFrame>
  );
}

interface BarProps {
  readonly answer: SelectionAnswer;
  readonly tries: readonly SelectedTryDto[] | undefined;
  readonly fullName: Faces['fullName'];
  readonly reload: () => void;
}

function Bar({ answer, tries, fullName, reload }: BarProps) {
  const { bar, trials, since, state, reason } = answer;
  return (
    <section class="card span-12" aria-label="The bar that luck sets">
      <header class="card-head">
        <h2>The bar that luck sets</h2>
      </header>
      <StateNotice state={state} reason={reason} reload={reload} answer={answer} />
      {bar && bar.sharpe !== null && tries && (
        <>
          <LuckPicture tries={tries} expectedBest={bar.sharpe} fullName={fullName} />
          <p class="note">
            Filled: can be judged. Hollow: too few trading days to be judged. Cross: deleted.
          </p>
        </>
      )}
      {bar && bar.sharpe !== null && (
        <p class="verdict">
          {trials.counted === 1
            ? 'There is one try, so nothing was selected and luck sets no bar above 0.'
            : `By luck alone, the best of ${plural(trials.counted ?? 0, 'try', 'tries')} without skill is expected to reach a Sharpe ratio of ${number(bar.sharpe)} a year.`}
        </p>
      )}
      {bar && bar.sharpe !== null && tries && (
        <Conclusion tries={tries} level={answer.level} fullName={fullName} />
      )}
      {trials.known !== null && trials.counted !== null && trials.known < trials.counted && (
        <p>
          {count(trials.counted - trials.known)} of them have too few trading days to be judged, but count.
        </p>
      )}
      {trials.project > trials.total && (
        <p>All studies of this project together: {plural(trials.project, 'try', 'tries')}.</p>
      )}
      {since !== null && (
        <p>
          Tries are counted since {new Date(since).toISOString().slice(0, 10)}; earlier ones may have been
          deleted.
        </p>
      )}
    </section>
  );
}

const FIGURES = ['Sharpe', 'Deflated Sharpe', 'Holm’s p', 'Days', 'Days for proof', 'Days for luck'];

/** Returns the texts of the columns FIGURES. */
const figuresOf = (each: SelectedTryDto): readonly string[] => [
  number(each.sharpe),
  number(each.deflatedSharpe, 3),
  number(each.holm, 4),
  number(each.days, 0),
  number(upwards(each.minTrackRecordDays), 0),
  number(upwards(each.minBacktestDays), 0),
];

const TriesTable = ({ sessions, faces }: { sessions: readonly SelectedTryDto[]; faces: Faces }) => (
  <Scroll name="Table of tries">
    <table class="tries cards">
      <HeadRow texts={['Session', 'Verdict']} numbers={FIGURES} />
      <tbody>
        {sessions.map((each) => (
          <tr key={`${each.sessionId} ${each.run}`} data-try={each.sessionId}>
            <th scope="row" class="name">
              <TryName row={each} />
              {faces.faceOf(each.sessionId)}
            </th>
            <td class="nowrap">
              <span class="pill" data-verdict={each.verdict}>
                {VERDICT_WORDS[each.verdict]}
              </span>
            </td>
            {figuresOf(each).map((text, place) => (
              <td key={FIGURES[place]} class="num" data-head={FIGURES[place]}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
);

const upwards = (days: number | null): number | null => days && Math.ceil(days);

function TryName({ row }: { row: SelectedTryDto }) {
  const { sessionId, name, run, ended, duplicateOf, answers } = row;
  const notes = [
    ...(run > 1 ? [`run ${run}`] : []),
    ...(ended ? [ENDED_WORDS[ended] ?? ended] : []),
    ...(duplicateOf ? ['repeats another try'] : []),
    ...answerNotes(answers),
  ];
  return (
    <>
      {name === null || ended === 'deleted' ? (
        <span>Session {shortId(sessionId)}</span>
      ) : (
        <a href={sessionLink(sessionId)}>{name}</a>
      )}
      {notes.length > 0 && <span class="quiet"> ({notes.join(', ')})</span>}
    </>
  );
}
