import { stamp } from '../dates.js';
import { share } from '../format.js';
import type { SheetData } from '../sheet-data.js';

/** Shows how far the replay of an active session is; nothing without a playhead, or without both ends of the range. */
export function ReplayProgress({ session }: Pick<SheetData, 'session'>) {
  const { playhead, rangeStart, rangeEnd, status, accountTimezone } = session;
  if (!playhead || rangeStart === null || rangeEnd === null || status === 'finished') return null;
  const done = Math.min(1, Math.max(0, (playhead.at - rangeStart) / (rangeEnd - rangeStart)));
  return (
    <p class="facts quiet">
      Replay <progress value={done} aria-label="Progress of the replay" /> {share(done, 0)}, at{' '}
      {stamp(playhead.at, accountTimezone)}
    </p>
  );
}
