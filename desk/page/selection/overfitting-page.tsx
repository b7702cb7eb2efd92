import { HeadRow } from '../../report/panels/head-row.js';
import type { OverfittingAnswer } from '../../../src/review/selection/routes/overfitting.dto.js';
import { getOverfitting } from '../../api/selection.js';
import { Scroll } from '../../report/charts/scroll.js';
import { count, number, plural, share } from '../../report/format.js';
import { sessionLink } from '../router/route.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { Skeleton } from '../ui/skeleton.js';
import { useAnswer } from '../ui/use-answer.js';
import { Exclusions } from './exclusions.js';
import { FactsList } from './facts-list.js';
import { RankPicture } from './rank-picture.js';
import { StateNotice } from './state-notice.js';
import { StudyFrame, studyIn } from './study-frame.js';
import { useFaces } from '../faces/use-faces.js';

/** The tests of a study as a whole: is the best session of one half of the days also good in the other half? */
export function OverfittingPage({ projectId, query }: { projectId: string; query: string }) {
  const study = studyIn(query);
  const { value, problem, reload } = useAnswer(`${projectId} ${study}`, (signal) =>
    getOverfitting(projectId, { study: study || undefined }, signal),
  );
  return (
    <StudyFrame page="overfitting" projectId={projectId} study={study}>
      {problem && <ProblemNotice problem={problem} retry={reload} />}
      {!value && !problem && <Skeleton rows={8} />}
      {value && (
        <div class="grid">
          {value.cscv && <CrossValidation cscv={value.cscv} />}
          <PanelOfSessions answer={value} reload={reload} />
          {value.spa && <SuperiorAbility answer={value} projectId={projectId} />}
        </div>
      )}
    </StudyFrame>
  );
}

function PanelOfSessions({ answer, reload }: { answer: OverfittingAnswer; reload: () => void }) {
  const { panel, state, reason } = answer;
  return (
    <section class="card span-12" aria-label="What is compared">
      <header class="card-head">
        <h2>What is compared</h2>
      </header>
      <StateNotice state={state} reason={reason} reload={reload} answer={answer} />
      {panel && (
        <>
          <p>
            {plural(panel.sessions, 'session')} over {plural(panel.days, 'day')}
            {panel.from !== null && `, from ${panel.from} to ${panel.to}`}.
          </p>
          <Exclusions excluded={panel.excluded} />
          <p class="note">
            Deleted tries have no returns any more, so deletion hides them here. The selection still counts
            them.
          </p>
        </>
      )}
    </section>
  );
}

function CrossValidation({ cscv }: { cscv: NonNullable<OverfittingAnswer['cscv']> }) {
  const { splits, overfitted, pbo, medianLogit, probabilityOfLoss, slope, blocks, meanRanks } = cscv;
  return (
    <section class="card span-12" aria-label="The winner of one half in the other half">
      <header class="card-head">
        <h2>The winner of one half in the other half</h2>
        <span class="quiet">
          {count(blocks)} blocks, {plural(splits, 'split')}
        </span>
      </header>
      <RankPicture meanRanks={meanRanks} />
      <p class="verdict">
        The best session of one half of the days is on average number {number(meanRanks[0], 1)} of{' '}
        {count(meanRanks.length)} in the other half. Without skill it would be number{' '}
        {number((meanRanks.length + 1) / 2, 1)}.
      </p>
      <FactsList
        facts={[
          ['Overfitting (PBO)', share(pbo), `${count(overfitted)} of ${plural(splits, 'split')}`],
          ['Loss of the winner', share(probabilityOfLoss), 'Sharpe ratio below 0 in the other half'],
          ['Median logit', number(medianLogit), 'above 0: the winner stays in the upper half'],
          ['Slope', number(slope), 'about −0.5 without skill'],
        ]}
      />
      <p class="note">
        The days are divided into blocks. In each split, the best session of one half of the blocks is looked
        up in the other half. If it is not above the median there, the split is overfitted. Without skill,
        this happens in half of the splits on average, but for 10 sessions of 60 days the share is often 20
        points higher or lower: one study proves little.
      </p>
    </section>
  );
}

function SuperiorAbility(props: { answer: OverfittingAnswer; projectId: string }) {
  const { spa, stepM } = props.answer;
  const faces = useFaces(
    props.projectId,
    stepM.map(({ sessionId }) => sessionId),
  );
  if (!spa) return null;
  return (
    <details class="card span-12 long" aria-label="Is any session better than nothing?">
      <summary class="card-head">
        <h2>Is any session better than nothing?</h2>
        <span class="quiet">{plural(spa.paths, 'random path')}</span>
      </summary>
      <p>
        Superior ability (SPA): p {number(spa.pValue, 4)}; with the stricter test (White) p{' '}
        {number(spa.upper, 4)}. p says how often chance alone makes the best of these sessions as good as it
        is.
      </p>
      <Scroll name="Sessions against nothing">
        <table>
          <HeadRow texts={['Session']} numbers={['t', 'p, step by step']} />
          <tbody>
            {stepM.map(({ sessionId, statistic, pValue }) => (
              <tr key={sessionId}>
                <th scope="row" class="name">
                  <a href={sessionLink(sessionId)}>{faces.nameOf(sessionId)}</a>
                  {faces.faceOf(sessionId)}
                </th>
                <td class="num">{number(statistic)}</td>
                <td class="num">{number(pValue, 4)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  );
}
