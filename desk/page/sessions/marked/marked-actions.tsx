import { useState } from 'preact/hooks';
import { useScopes } from '../../../api/scopes.js';
import { count } from '../../../report/format.js';
import { comparisonLink } from '../../router/route.js';
import { open } from '../../router/use-route.js';
import { DeleteMarked } from './delete-marked.js';
import type { MarkedSession } from './marked-session.js';
import { TagMarked } from './tag-marked.js';

/** The maximum number of sessions that can be compared at once. */
const MAX_COMPARED = 20;

/** The actions for the marked rows. They float at the bottom of the window, because a list may be long. */
export function MarkedActions(props: {
  projectId: string;
  marked: readonly MarkedSession[];
  clear: () => void;
}) {
  const { projectId, marked, clear } = props;
  const [shown, setShown] = useState<'tag' | 'delete' | null>(null);
  const { mayWrite, mayDelete } = useScopes();
  const close = () => setShown(null);
  const canCompare = marked.length >= 2 && marked.length <= MAX_COMPARED;
  return (
    <div class="marked-place">
      <div
        class={marked.length > 0 ? 'actions floating' : 'actions'}
        role="group"
        aria-label="Marked sessions"
      >
        {marked.length > 0 && <span class="quiet">{count(marked.length)} marked</span>}
        <button
          type="button"
          disabled={!canCompare}
          title={canCompare ? undefined : `Mark 2 to ${MAX_COMPARED} sessions to compare them`}
          onClick={() =>
            open(
              comparisonLink(
                projectId,
                marked.map(({ id }) => id),
              ),
            )
          }
        >
          Compare
        </button>
        {marked.length > 0 && (
          <>
            {mayWrite && (
              <button type="button" onClick={() => setShown('tag')}>
                Tag
              </button>
            )}
            {mayDelete && (
              <button type="button" onClick={() => setShown('delete')}>
                Delete
              </button>
            )}
            <button type="button" class="plain" onClick={clear}>
              Clear marks
            </button>
          </>
        )}
        {shown === 'tag' && <TagMarked sessions={marked} close={close} />}
        {shown === 'delete' && <DeleteMarked sessions={marked} close={close} />}
      </div>
    </div>
  );
}
