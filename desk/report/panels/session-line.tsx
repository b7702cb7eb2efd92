import { plural } from '../format.js';
import { range } from '../dates.js';
import type { SheetData } from '../sheet-data.js';

/** The largest number of markets that are named in the line; more are a list that opens. */
const MAX_NAMED = 3;

const ID = 'markets';

interface SessionLineProps {
  readonly session: SheetData['session'];
  /** The largest result that counts as break-even, account currency. */
  readonly threshold?: number;
}

/** The facts of the session in a line: BTCUSDT · 15m · 1 Apr – 22 May 2023 (Europe/Berlin) · finished */
export function SessionLine({ session, threshold = 0 }: SessionLineProps) {
  const { assets, summary, accountTimezone, accountCurrency, status } = session;
  const { firstEntryTime, lastExitTime } = summary;
  const markets = [...new Set(assets.map(({ symbol }) => symbol))];
  const timeframes = [...new Set(assets.map(({ timeframe }) => timeframe))];
  const dates =
    firstEntryTime === null ? 'no trades yet' : range(firstEntryTime, lastExitTime, accountTimezone);
  return (
    <p class="facts quiet">
      <Markets markets={markets} />
      {' · '}
      {[
        timeframes.join(', '),
        `${dates} (${accountTimezone})`,
        status,
        ...(threshold > 0 ? [`break-even up to ${threshold} ${accountCurrency}`] : []),
      ].join(' · ')}
    </p>
  );
}

/** The browser itself opens the list, so that a report needs no script for it. */
function Markets({ markets }: { readonly markets: readonly string[] }) {
  if (markets.length <= MAX_NAMED) return <>{markets.join(', ')}</>;
  return (
    <>
      <button type="button" class="explain markets" popovertarget={ID}>
        {plural(markets.length, 'market')}
      </button>
      <span id={ID} class="explanation over" popover="auto" role="group" aria-label="Markets">
        {markets.join(', ')}
      </span>
    </>
  );
}
