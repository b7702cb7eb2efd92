import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { plural } from '../format.js';

/**
 * Opens the import of candles. Null in a report, and for a user who may not add candles; undefined until this is known.
 */
export const AddCandlesContext = createContext<(() => void) | null | undefined>(null);

/**
 * A button that opens the import of the candles that a panel lacks.
 * @param command what is shown instead to a user who may not add candles
 */
export function AddCandles({ command = '' }: { readonly command?: string }) {
  const add = useContext(AddCandlesContext);
  if (add === undefined) return null;
  if (add === null) return <>{command}</>;
  return (
    <button type="button" class="link screen-only" onClick={add}>
      Add candles
    </button>
  );
}

/** The sentence about candles that are not stored. */
export const NoCandles = ({ what }: { readonly what: string }) => (
  <>
    No {what} are stored. <AddCandles command="Import them with npm run candles, or set VENUE_MODE=live." />
  </>
);

export const NO_CANDLES = 'No candles of these trades are stored.';
export const NO_MEASURED_TRADE = 'No trade could be measured in full: bars are missing.';

/** The reason why a panel has nothing to show, with a button if candles would help. */
export function ReasonWithCandles({ reason }: { readonly reason: string }) {
  if (reason === NO_CANDLES) return <NoCandles what="candles of these trades" />;
  return (
    <>
      {reason} {reason === NO_MEASURED_TRADE && <AddCandles />}
    </>
  );
}

/** A sentence about trades that could not be measured in full. */
export const LackingBars = ({ trades }: { readonly trades: number }) =>
  trades > 0 ? (
    <>
      {' '}
      {plural(trades, 'trade lacks', 'trades lack')} bars. <AddCandles />
    </>
  ) : null;
