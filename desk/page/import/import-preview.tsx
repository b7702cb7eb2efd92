import type { ImportPreviewAnswer } from '../../../src/review/trade-files/routes/import.dto.js';
import type { VerdictDto } from '../../../src/review/trade-files/routes/preview.dto.js';
import { count, plural } from '../../report/format.js';
import type { Session } from '../../api/sessions.js';
import { MoneyProof } from '../money/money-proof.js';
import { RowList } from '../ui/row-list.js';
import { BeforeAfter } from './before-after.js';

/** Results of the check of times and prices for which the user need not do anything. */
const SETTLED = new Set<string>(['aligned', 'unknown']);

/** A preview of the changes that the import of the file would make. */
export function ImportPreview({ preview, session }: { preview: ImportPreviewAnswer; session: Session }) {
  const { counts, verdicts, skipped, skippedCount, ambiguous, ambiguousCount, tradeCount, check, notices } =
    preview;
  const refused = verdicts.filter(({ verdict }) => verdict === 'conflict' || verdict === 'invalid');
  return (
    <div class="preview" role="status">
      <p>
        {plural(tradeCount, 'closed trade')} in the file: <strong>{count(counts.new)} new</strong>,{' '}
        {count(counts.stored)} stored before
        {counts.conflict > 0 && `, ${count(counts.conflict)} in conflict`}
        {counts.invalid > 0 && `, ${count(counts.invalid)} refused`}. {plural(skippedCount, 'row')} skipped.
      </p>
      <MoneyProof money={preview.money} account={session} />
      {check && <p class={SETTLED.has(check.verdict) ? 'quiet' : 'banner'}>{check.message}</p>}
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      {refused.length > 0 && <Refused verdicts={refused} />}
      {skipped.length > 0 && (
        <details class="as-table">
          <summary>Skipped rows</summary>
          <RowList rows={skipped} count={skippedCount} />
        </details>
      )}
      {ambiguous.length > 0 && (
        <details class="as-table">
          <summary>Times with two readings</summary>
          <RowList rows={ambiguous} count={ambiguousCount} />
        </details>
      )}
      {counts.new > 0 && <BeforeAfter before={preview.before} after={preview.after} session={session} />}
    </div>
  );
}

function Refused({ verdicts }: { verdicts: readonly VerdictDto[] }) {
  return (
    <div class="banner problem">
      <p>Nothing is stored as long as a trade is refused.</p>
      <ul>
        {verdicts.map(({ index, clientId, verdict, problems }) => (
          <li key={index}>
            Trade {index + 1}
            {clientId && ` (${clientId})`}{' '}
            {problems
              .map(({ field, message }) => (verdict === 'conflict' ? message : `${field} ${message}`))
              .join('; ')}
          </li>
        ))}
      </ul>
    </div>
  );
}
