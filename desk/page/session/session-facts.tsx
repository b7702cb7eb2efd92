import { moment } from '../../report/dates.js';
import { ReplayProgress } from '../../report/panels/replay-progress.js';
import { SessionLine } from '../../report/panels/session-line.js';
import type { Session } from '../../api/sessions.js';
import { Tags } from '../ui/tags.js';

/** The facts below the name of a session. */
export function SessionFacts({ session, threshold }: { session: Session; threshold: number }) {
  const { strategy, description, tags } = session;
  const tried = trialFacts(session.trial);
  const origin = originFacts(session);
  return (
    <>
      <SessionLine session={session} threshold={threshold} />
      <ReplayProgress session={session} />
      {strategy && <p class="facts quiet">Strategy: {strategy}</p>}
      {tried.length > 0 && <p class="facts quiet">{tried.join(' · ')}</p>}
      {origin.length > 0 && <p class="facts quiet">{origin.join(' · ')}</p>}
      <Tags tags={tags} />
      {description && <p class="description">{description}</p>}
    </>
  );
}

/** Returns the time of the run and the file of a session that was made from a file. */
const originFacts = ({ runAt, sourceFile, accountTimezone }: Session): string[] => [
  ...(runAt === null ? [] : [`Run: ${moment(runAt, accountTimezone)}`]),
  ...(sourceFile === null ? [] : [`File: ${sourceFile}`]),
];

const SAMPLE_WORDS = { in: 'in sample', out: 'out of sample' } as const;

/**
 * Returns the study, the parameters, the code version and the sample of a try; values that are not set are left out.
 */
function trialFacts({ study, parameters, codeVersion, sample }: Session['trial']): string[] {
  const values = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  return [
    ...(study === null ? [] : [`Study: ${study}`]),
    ...(values.length > 0 ? [`Parameters: ${values.join(', ')}`] : []),
    ...(codeVersion === null ? [] : [`Code: ${codeVersion}`]),
    ...(sample === null ? [] : [SAMPLE_WORDS[sample]]),
  ];
}
