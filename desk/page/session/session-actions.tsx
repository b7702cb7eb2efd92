import { useState } from 'preact/hooks';
import { plural } from '../../report/format.js';
import { useScopes } from '../../api/scopes.js';
import { deleteSession, finishSession, type Session } from '../../api/sessions.js';
import { downloadReport, exportTrades } from '../../api/trades.js';
import { projectLink, sessionLink } from '../router/route.js';
import { open } from '../router/use-route.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { later } from '../ui/later.js';
import { Menu } from '../ui/menu.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { fileName, saveFile } from '../ui/save-file.js';
import { useAction } from '../ui/use-action.js';
import { ThresholdInput } from './threshold-input.js';

const ImportDialog = later(async () => (await import('./session-dialogs.js')).ImportDialog);
const CopyForm = later(async () => (await import('./session-dialogs.js')).CopyForm);
const SessionForm = later(async () => (await import('./session-dialogs.js')).SessionForm);

type Shown = 'import' | 'change' | 'copy' | 'finish' | 'delete';

interface SessionActionsProps {
  readonly session: Session;
  readonly threshold: number;
  readonly changeThreshold: (threshold: number) => void;
}

/** The actions on a session. */
export function SessionActions({ session, threshold, changeThreshold }: SessionActionsProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  const download = useAction();
  const { mayWrite, mayDelete } = useScopes();
  const close = () => setShown(null);
  const isActive = session.status === 'active';
  const { tradeCount } = session.summary;
  const save = (load: () => Promise<Blob>, ending: string) =>
    download.run(async () => saveFile(await load(), `${fileName(session.name)}.${ending}`));
  const trades = plural(tradeCount, 'trade');
  return (
    <>
      <button type="button" onClick={() => save(() => downloadReport(session.id, threshold), 'html')}>
        {download.isRunning ? 'Downloading …' : 'Download report'}
      </button>
      {mayWrite && (
        <button
          type="button"
          disabled={!isActive}
          title={isActive ? undefined : 'A finished session accepts no trades: copy it'}
          onClick={() => setShown('import')}
        >
          Import
        </button>
      )}
      <Menu label="Export">
        <button type="button" onClick={() => save(() => exportTrades(session.id, 'csv'), 'csv')}>
          Trades as csv
        </button>
        <button type="button" onClick={() => save(() => exportTrades(session.id, 'ndjson'), 'ndjson')}>
          Trades as ndjson
        </button>
      </Menu>
      <Menu label="More">
        {mayWrite && (
          <>
            <button type="button" onClick={() => setShown('change')}>
              Rename, tags, notes
            </button>
            <button type="button" onClick={() => setShown('copy')}>
              Copy
            </button>
          </>
        )}
        <button type="button" onClick={() => print()}>
          Print
        </button>
        {mayWrite && isActive && (
          <button type="button" onClick={() => setShown('finish')}>
            Finish
          </button>
        )}
        {mayDelete && (
          <button type="button" onClick={() => setShown('delete')}>
            Delete session
          </button>
        )}
        <ThresholdInput threshold={threshold} change={changeThreshold} currency={session.accountCurrency} />
      </Menu>
      {download.problem && <ProblemNotice problem={download.problem} />}
      {shown === 'import' && <ImportDialog session={session} close={close} />}
      {shown === 'change' && <SessionForm session={session} close={close} />}
      {shown === 'copy' && <CopyForm session={session} close={close} done={(id) => open(sessionLink(id))} />}
      {shown === 'finish' && (
        <ConfirmDialog
          title="Finish session"
          label="Finish"
          close={close}
          confirm={async () => {
            await finishSession(session.id);
            close();
          }}
        >
          <p>
            Finish <strong>{session.name}</strong> with {trades}? A finished session accepts no new trades.
            The ideal R is then computed from the candles.
          </p>
        </ConfirmDialog>
      )}
      {shown === 'delete' && (
        <ConfirmDialog
          title="Delete session"
          label="Delete session"
          isDangerous
          close={close}
          confirm={async () => {
            await deleteSession(session.id);
            open(projectLink(session.projectId));
          }}
        >
          <p>
            Delete <strong>{session.name}</strong> with {trades}? This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
