import { sessionFacts } from '../../report/panels/head.js';
import type { Session } from '../../api/sessions.js';
import { Tags } from '../ui/tags.js';

/** The facts below the name of a session. */
export function SessionFacts({ session }: { session: Session }) {
  const { strategy, description, tags } = session;
  return (
    <>
      <p class="facts quiet">{sessionFacts(session).join(' · ')}</p>
      {strategy && <p class="facts quiet">Strategy: {strategy}</p>}
      <Tags tags={tags} />
      {description && <p class="description">{description}</p>}
    </>
  );
}
