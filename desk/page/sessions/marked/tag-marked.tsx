import { useState } from 'preact/hooks';
import { tagSessions } from '../../../api/sessions.js';
import { count, plural } from '../../../report/format.js';
import { Dialog } from '../../ui/dialog.js';
import { Form } from '../../ui/form.js';
import { TagEditor } from '../../ui/tag-editor.js';
import { useAction } from '../../ui/use-action.js';
import type { MarkedSession } from './marked-session.js';
import { taggedSessions } from './tagged-sessions.js';

/** Adds tags to the marked sessions, and removes tags from them. */
export function TagMarked({ sessions, close }: { sessions: readonly MarkedSession[]; close: () => void }) {
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [done, setDone] = useState(0);
  const action = useAction();
  const tags = [...new Set(sessions.flatMap((session) => session.tags))].toSorted();
  const changes = taggedSessions(sessions, added, removed);
  const submit = async () => {
    setDone(0);
    await tagSessions(changes, () => setDone((before) => before + 1));
    close();
  };
  return (
    <Dialog title={`Tag ${plural(sessions.length, 'session')}`} close={close}>
      <Form action={action} submit={submit} label="Save" cancel={close}>
        <TagEditor label="Add to all of them" tags={added} change={setAdded} />
        {tags.length > 0 && (
          <fieldset class="checks">
            <legend>Remove</legend>
            {tags.map((tag) => (
              <label key={tag} class="check">
                <input
                  type="checkbox"
                  checked={removed.includes(tag)}
                  onChange={(event) =>
                    setRemoved(
                      event.currentTarget.checked
                        ? [...removed, tag]
                        : removed.filter((other) => other !== tag),
                    )
                  }
                />
                {tag}{' '}
                <span class="quiet">on {count(sessions.filter((s) => s.tags.includes(tag)).length)}</span>
              </label>
            ))}
          </fieldset>
        )}
        <p class="quiet" role="status">
          {done > 0
            ? `${count(done)} of ${count(changes.length)} changed.`
            : `${plural(changes.length, 'session')} will change.`}
        </p>
      </Form>
    </Dialog>
  );
}
