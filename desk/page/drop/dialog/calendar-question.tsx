import { plural } from '../../../report/format.js';
import type { Drop } from '../state/drop.js';

const MAX_NAMED = 3;

/** The question whether markets that the venue does not have close at times. One answer is for all files. */
export function CalendarQuestion({ drop }: { drop: Drop }) {
  const files = drop.files.filter(
    ({ phase, preview }) => phase === 'read' && preview.some(({ suggested }) => suggested),
  );
  if (files.length === 0) return null;
  const named = files.flatMap(({ preview }) =>
    preview.flatMap(({ session }) => session.assets.map(({ symbol }) => symbol)),
  );
  const symbols = [...new Set(named)];
  const further = symbols.length - MAX_NAMED;
  return (
    <p class="row">
      Trading days of {symbols.slice(0, MAX_NAMED).join(', ')}
      {further > 0 && ` and ${plural(further, 'other market')}`}: five a week, or all seven?
      {['24/5', '24/7'].map((calendarCode) => (
        <button
          key={calendarCode}
          type="button"
          onClick={() =>
            drop.answerFor(
              files.map(({ id }) => id),
              { calendarCode },
            )
          }
        >
          {calendarCode}
        </button>
      ))}
    </p>
  );
}
