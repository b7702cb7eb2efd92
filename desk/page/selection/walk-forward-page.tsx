import { HeadRow } from '../../report/panels/head-row.js';
import type { WalkForwardAnswer } from '../../../src/review/selection/routes/walk-forward.dto.js';
import { getWalkForward } from '../../api/selection.js';
import { Scroll } from '../../report/charts/scroll.js';
import { LineChart } from '../../report/charts/line-chart.js';
import { Sized } from '../../report/charts/sized.js';
import {
  count,
  number,
  plural,
  share,
  shortPercent,
  signed,
  signedPercent,
  tone,
} from '../../report/format.js';
import { useFaces } from '../faces/use-faces.js';
import { sessionLink } from '../router/route.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { Skeleton } from '../ui/skeleton.js';
import { useAnswer } from '../ui/use-answer.js';
import { Exclusions } from './exclusions.js';
import { FactsList } from './facts-list.js';
import { StateNotice } from './state-notice.js';
import { StudyFrame, studyIn } from './study-frame.js';

/** The out-of-sample runs of a study beside the in-sample runs that chose their parameters. */
export function WalkForwardPage({ projectId, query }: { projectId: string; query: string }) {
  const study = studyIn(query);
  const { value, problem, reload } = useAnswer(`${projectId} ${study}`, (signal) =>
    getWalkForward(projectId, { study: study || undefined }, signal),
  );
  return (
    <StudyFrame page="walk-forward" projectId={projectId} study={study}>
      {problem && <ProblemNotice problem={problem} retry={reload} />}
      {!value && !problem && <Skeleton rows={8} />}
      {value && (
        <div class="grid">
          <section class="card span-12" aria-label="Out of sample">
            <header class="card-head">
              <h2>Out of sample</h2>
              <span class="quiet">{plural(value.windows.length, 'window')}</span>
            </header>
            <StateNotice state={value.state} reason={value.reason} reload={reload} answer={value} />
            {value.windows.length > 0 && <Summary answer={value} />}
            <Exclusions excluded={value.excluded} />
          </section>
          {value.windows.length > 0 && <Windows answer={value} projectId={projectId} />}
        </div>
      )}
    </StudyFrame>
  );
}

function Summary({ answer }: { answer: WalkForwardAnswer }) {
  const { windows, efficiency, paired, won, interval, combined } = answer;
  const bounds = interval ? `95 % interval ${share(interval.low, 0)} to ${share(interval.high, 0)}` : '';
  return (
    <>
      {combined && <Joined combined={combined} windows={windows.length} />}
      <FactsList
        facts={[
          [
            'Efficiency',
            share(efficiency, 0),
            `mean return out of / in sample, ${plural(paired ?? 0, 'pair')}`,
          ],
          ['Windows won', `${count(won)} of ${count(windows.length)}`, bounds],
          ...(combined
            ? ([
                [
                  'Return',
                  signedPercent(combined.returnPct),
                  `all windows joined, ${plural(combined.days, 'day')}`,
                ],
                ['Sharpe', number(combined.sharpe), `${pText(combined.pValue)} without skill`],
              ] as const)
            : []),
        ]}
      />
    </>
  );
}

interface JoinedProps {
  readonly combined: NonNullable<WalkForwardAnswer['combined']>;
  readonly windows: number;
}

/** The windows as one account that traded the chosen sessions one after another. */
function Joined({ combined: { curve, returnPct, days }, windows }: JoinedProps) {
  return (
    <>
      {curve.length > 1 && (
        <Sized width={900}>
          {(width) => (
            <LineChart
              name={`Joined return of ${plural(windows, 'window')} out of sample, ${signedPercent(returnPct)}`}
              label="Joined return in percent"
              points={curve.map((point) => ({ time: Date.parse(point.date), value: point.returnPct }))}
              write={shortPercent}
              level={0}
              width={width}
              height={220}
            />
          )}
        </Sized>
      )}
      <p class="verdict">
        Traded one after another, the sessions that were chosen in sample returned {signedPercent(returnPct)}{' '}
        out of sample, in {plural(days, 'day')}.
      </p>
    </>
  );
}

function Windows(props: { answer: WalkForwardAnswer; projectId: string }) {
  const { windows, combined } = props.answer;
  const ids = windows.flatMap((each) => (each.in === null ? [each.out] : [each.out, each.in]));
  const faces = useFaces(props.projectId, [...new Set(ids)]);
  const named = (id: string) => (
    <>
      <a href={sessionLink(id)}>{faces.nameOf(id)}</a>
      {faces.faceOf(id)}
    </>
  );
  return (
    <section class="card span-12 long" aria-label="Windows">
      <header class="card-head">
        <h2>Windows</h2>
        <span class="quiet">each with the run in sample that has the same parameters</span>
      </header>
      <Scroll name="Table of windows">
        <table>
          <HeadRow
            texts={['Out of sample', 'In sample']}
            numbers={['Sharpe in', 'Sharpe out', 'Net out', 'Joined return']}
          />
          <tbody>
            {windows.map((each, place) => (
              <tr key={each.out}>
                <th scope="row" class="name">
                  {named(each.out)}
                </th>
                <td class="name">{each.in === null ? 'none' : named(each.in)}</td>
                <td class="num">{number(each.inSharpe)}</td>
                <td class="num">{number(each.outSharpe)}</td>
                <td class={`num ${tone(each.outPlNet)}`}>{signed(each.outPlNet)}</td>
                <td class="num">{signedPercent(combined?.curve[place]?.returnPct)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

/** Returns "p 0.0125", or "p below 0.0001". */
const pText = (p: number | null): string => (p !== null && p < 1e-4 ? 'p below 0.0001' : `p ${number(p, 4)}`);
