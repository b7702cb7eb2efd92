import { useEffect, useState } from 'preact/hooks';
import { stamp } from '../../report/dates.js';
import { count, plural } from '../../report/format.js';
import { Choice } from '../../report/panels/panel.js';
import type { Session } from '../../api/sessions.js';
import type { Trade } from '../../api/trades.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { TradeDetails } from './trade-details.js';
import type { TradeList } from './trade-list.js';
import { TradeRows } from './trade-rows.js';

export type OutcomeFilter = 'all' | 'win' | 'loss';

const OUTCOMES = [
  ['all', 'All'],
  ['win', 'Wins'],
  ['loss', 'Losses'],
] as const;

/** The list of trades, with the details, the note and the tags of the selected trade below. */
export function TradesPanel(props: {
  session: Session;
  list: TradeList | null;
  /** Number of matching trades; null if it is not known before all trades are read. */
  total: number | null;
  outcome: OutcomeFilter;
  setOutcome: (outcome: OutcomeFilter) => void;
  range: readonly [from: number, to: number] | null;
  selected: Trade | null;
  select: (trade: Trade) => void;
}) {
  const { session, list, outcome, selected, select } = props;
  const place = usePlace(list, selected);
  const rows = list?.isComplete ? list.trades.length : (props.total ?? (list?.trades.length ?? 0) + 1);
  const goTo = (index: number) => {
    void list?.tradeAt(index).then((trade) => trade && select(trade));
  };
  return (
    <section class="card span-4 trades" aria-label="Trades">
      <header class="card-head">
        <h2>Trades</h2>
        <span class="quiet">{list?.isComplete || props.total !== null ? count(rows) : ''}</span>
        <Choice label="Trades to show" options={OUTCOMES} value={outcome} onChange={props.setOutcome} />
        <div class="tools">
          <button
            type="button"
            aria-label="Previous trade"
            disabled={place <= 0}
            onClick={() => goTo(place - 1)}
          >
            ‹
          </button>
          <button
            type="button"
            aria-label="Next trade"
            disabled={place < 0 || place >= rows - 1}
            onClick={() => goTo(place + 1)}
          >
            ›
          </button>
        </div>
      </header>
      {props.range && (
        <p class="small quiet">
          Closed {stamp(props.range[0], session.accountTimezone)} to{' '}
          {stamp(props.range[1], session.accountTimezone)}
        </p>
      )}
      {list?.problem && <ProblemNotice problem={list.problem} retry={() => list.retry()} />}
      {list?.isComplete && list.trades.length === 0 ? (
        <p class="empty">{emptySentence(outcome, props.range !== null, session.status)}</p>
      ) : (
        <TradeRows session={session} list={list} rows={rows} place={place} select={goTo} />
      )}
      {selected && (
        <TradeDetails
          key={selected.id}
          session={session}
          trade={selected}
          changed={(trade) => {
            list?.replace(trade);
            select(trade);
          }}
        />
      )}
      {!selected && list && !list.isComplete && <p class="quiet small">{plural(rows, 'trade')}</p>}
    </section>
  );
}

function emptySentence(outcome: OutcomeFilter, hasRange: boolean, status: string): string {
  const where = hasRange ? ' in this range of time' : '';
  if (outcome === 'win') return `There are no wins${where}.`;
  if (outcome === 'loss') return `There are no losses${where}.`;
  if (hasRange) return `No trade closed${where}.`;
  return status === 'active'
    ? 'There are no trades yet. Import a file with the button above, or send trades over the API.'
    : 'There are no trades. A finished session accepts no new ones: copy it.';
}

/**
 * Returns the index of the selected trade in the list; -1 if the trade is not in the list, or until the index is
 * known.
 */
function usePlace(list: TradeList | null, selected: Trade | null): number {
  const [place, setPlace] = useState(-1);
  useEffect(() => {
    let isCurrent = true;
    setPlace(-1);
    if (list && selected) void list.placeOf(selected.id).then((found) => isCurrent && setPlace(found));
    return () => {
      isCurrent = false;
    };
  }, [list, selected?.id]);
  return place;
}
