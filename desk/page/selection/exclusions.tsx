import { plural } from '../../report/format.js';

const WORDS: Readonly<Record<string, string>> = {
  ended: 'deleted, emptied or moved: their returns are gone',
  duplicate: 'with the trades of another session',
  'equity-not-positive': 'without equity at the start of a day',
  'time-zone': 'in another time zone',
  'other-period': 'over another period',
  'sampled-out': 'left out, because at most 200 are compared',
  constant: 'whose returns are all equal',
  'no-sample': 'without a sample',
};

/** A list of the sessions that are excluded, grouped by the reason. */
export function Exclusions({ excluded }: { excluded: readonly { reason: string; count: number }[] }) {
  const shown = excluded.filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <>
      <p>Left out:</p>
      <ul class="plain-list">
        {shown.map(({ reason, count }) => (
          <li key={reason}>
            {plural(count, 'run')} {WORDS[reason] ?? reason}
          </li>
        ))}
      </ul>
    </>
  );
}
