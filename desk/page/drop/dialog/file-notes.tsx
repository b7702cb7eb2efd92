import type { ComponentChildren } from 'preact';
import type { PreviewedSession } from '../../../api/runs.js';
import { plural } from '../../../report/format.js';
import type { Drop } from '../state/drop.js';
import { isOutcomeUnknown } from '../state/refusal.js';
import { type OldSession, type RunFile, isStorable, replacedSessions } from '../state/run-file.js';
import { MoneyProof, ProofOfSymbols } from '../../money/money-proof.js';
import { proofSums } from '../../money/proof-sums.js';
import { type ReportedRow, RowList, rowText } from '../../ui/row-list.js';
import { sentenceOf } from '../../ui/sentence-of.js';
import { isSettled } from './session-cells.js';
import { Unrecognised } from './unrecognised.js';

const MAX_SHOWN = 5;
/** Maximum number of rows that are shown without being unfolded. */
const MAX_OPEN = 2;

/**
 * Notes for the user about a session of a file; null if there are none.
 * @param isProofOpen true if the user wants to see the proof of the money for each symbol
 */
export function sessionNotes(session: PreviewedSession, isProofOpen: boolean): ComponentChildren {
  const { check, money, skipped, skippedCount, ambiguous, ambiguousCount, notices } = session;
  const warning = isSettled(check) ? null : check!.message;
  const sums = proofSums(money);
  // If the sums agree, the row of the session says so.
  const hasProof = sums !== null && (isProofOpen || !sums.isEqual);
  if (!warning && !hasProof && skippedCount === 0 && ambiguousCount === 0 && notices.length === 0)
    return null;
  return (
    <>
      {hasProof && !sums.isEqual && <MoneyProof money={money} account={session.session} />}
      {hasProof && sums.isEqual && <ProofOfSymbols symbols={sums.symbols} account={session.session} />}
      {warning && <p class="down">{warning}</p>}
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      {rowNotes(`${plural(skippedCount, 'row is', 'rows are')} skipped`, skipped, skippedCount)}
      {rowNotes(
        `${plural(ambiguousCount, 'trade has', 'trades have')} a time with two readings`,
        ambiguous,
        ambiguousCount,
      )}
    </>
  );
}

function rowNotes(title: string, rows: readonly ReportedRow[], count: number): ComponentChildren {
  if (count === 0) return null;
  if (count <= MAX_OPEN)
    return (
      <p>
        {title}: {rows.map(rowText).join('; ')}.
      </p>
    );
  return (
    <details>
      <summary>{title}</summary>
      <RowList rows={rows} count={count} />
    </details>
  );
}

/** Notes for the user about a file; null if there are none. */
export function fileNotes(
  file: RunFile,
  { removed, storing }: Drop,
  removeOld: (old: readonly OldSession[]) => void,
): ComponentChildren {
  const { phase, problem, question } = file;
  if (phase === 'unrecognised') return <Unrecognised file={file} />;
  if (phase === 'asking' || question) return null;
  if (problem) {
    return (
      <>
        <p class="down">{sentenceOf(problem.message)}</p>
        {problem.details.length > 1 && (
          <ul class="plain-list">
            {problem.details.slice(0, MAX_SHOWN).map(({ field, message }) => (
              <li key={field}>
                {field} {message}
              </li>
            ))}
          </ul>
        )}
        {phase === 'read' && isOutcomeUnknown(problem) && (
          <p>It is not known whether this file was stored. Store it again: it is stored only once.</p>
        )}
      </>
    );
  }
  const old = replacedSessions(file, removed);
  if (old.length === 0) return null;
  if (phase === 'read' && !isStorable(file)) return <p>With these settings, the session is already there.</p>;
  const names = old.map(({ name }) => `“${name}”`).join(', ');
  if (phase !== 'stored') return <p>This makes another session beside {names}, which you can delete then.</p>;
  return (
    <p>
      It was imported again with other settings.{' '}
      <button type="button" class="link" disabled={storing !== null} onClick={() => removeOld(old)}>
        Delete the old {old.length === 1 ? 'session' : 'sessions'}
      </button>
    </p>
  );
}
