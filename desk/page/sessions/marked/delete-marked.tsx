import { useState } from 'preact/hooks';
import { deleteSessions } from '../../../api/sessions.js';
import { count, plural } from '../../../report/format.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import type { MarkedSession } from './marked-session.js';

const MAX_NAMED = 5;

/** Deletes the marked sessions after a confirmation that names the number of trades. */
export function DeleteMarked(props: { sessions: readonly MarkedSession[]; close: () => void }) {
  // While sessions are being deleted, the list no longer contains them. The dialog keeps the sessions from when it was
  // opened.
  const [sessions] = useState(props.sessions);
  const [done, setDone] = useState(0);
  const trades = sessions.reduce((sum, { tradeCount }) => sum + tradeCount, 0);
  const further = sessions.length - MAX_NAMED;
  return (
    <ConfirmDialog
      title={`Delete ${plural(sessions.length, 'session')}`}
      label="Delete"
      isDangerous
      close={props.close}
      confirm={async () => {
        const ids = sessions.map(({ id }) => id);
        setDone(0);
        await deleteSessions(ids, () => setDone((before) => before + 1));
        props.close();
      }}
    >
      <p>
        Delete {plural(sessions.length, 'session')} with {plural(trades, 'trade')}? This cannot be undone.
        {trades > 0 && ' Each stays counted as a try of its study.'}
      </p>
      <ul class="plain-list">
        {sessions.slice(0, MAX_NAMED).map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
        {further > 0 && <li>and {count(further)} more</li>}
      </ul>
      {done > 0 && (
        <p role="status">
          {count(done)} of {count(sessions.length)} deleted.
        </p>
      )}
    </ConfirmDialog>
  );
}
