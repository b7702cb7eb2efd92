import { useEffect, useMemo, useState } from 'preact/hooks';
import { count, plural } from '../../report/format.js';
import { Choice } from '../../report/panels/panel.js';
import type { SortKey } from '../../report/panels/sort-trades.js';
import type { Session } from '../../api/sessions.js';
import type { Trade } from '../../api/trades.js';
import type { Findings } from '../../report/findings-by-trade.js';
import { isSliced } from '../router/slice.js';
import { type TradeFilter, isNarrowed } from '../router/trade-filter.js';
import { ProblemNotice } from '../ui/problem-notice.js';
import { SearchField } from '../ui/search-field.js';
import { TagChips } from './tag-chips.js';
import { TradeDetails } from './trade-details.js';
import type { TradeList } from './trade-list.js';
import { TradeRows } from './trade-rows.js';
import { MAX_SORTED_TRADES, type TradeSort, nextSort, sortedTrades } from './trade-sort.js';

const OUTCOMES = [
  ['all', 'All'],
  ['win', 'Wins'],
  ['loss', 'Losses'],
] as const;

interface TradesPanelProps {
  readonly session: Session;
  readonly list: TradeList | null;
  /** The number of listed trades, if it is known before all trades are read. */
  readonly total: number | null;
  /** The tags of the session, each with its number of trades. */
  readonly tags: readonly { readonly key: string | null; readonly tradeCount: number }[];
  /** Findings that cast doubt on the fills of each trade, by the id of the trade. */
  readonly findings: ReadonlyMap<string, Findings>;
  readonly filter: TradeFilter;
  readonly setFilter: (filter: TradeFilter) => void;
  readonly selected: Trade | null;
  readonly select: (trade: Trade) => void;
}

/** The list of trades, with the details, the note and the tags of the selected trade beside it. */
export function TradesPanel(props: TradesPanelProps) {
  const { session, list, filter, setFilter, selected, select } = props;
  const [wanted, setSort] = useState<TradeSort | null>(null);
  const rows = list?.isComplete ? list.trades.length : (props.total ?? (list?.trades.length ?? 0) + 1);
  const isSortable = (list?.isComplete || props.total !== null) && rows <= MAX_SORTED_TRADES;
  const sort = isSortable ? wanted : null;
  const sorted = useMemo(
    () => (sort && list?.isComplete ? sortedTrades(list.trades, sort) : null),
    [list?.trades, list?.isComplete, sort],
  );
  const inOrder = usePlace(list, selected);
  const place = sorted ? sorted.findIndex(({ id }) => id === selected?.id) : inOrder;
  const goTo = (index: number) => {
    const found = sorted ? Promise.resolve(sorted[index] ?? null) : list?.tradeAt(index);
    void found?.then((trade) => trade && select(trade));
  };
  const sortBy = (key: SortKey) => {
    list?.want(rows - 1);
    setSort((before) => nextSort(before, key));
  };
  const isEmpty = list?.isComplete && list.trades.length === 0;
  if (isEmpty && filter.outcome === 'all' && !isNarrowed(filter)) {
    return (
      <section id="trades" tabIndex={-1} class="card trades" aria-label="Trades">
        <header class="card-head">
          <h2>Trades</h2>
        </header>
        <p class="empty">{emptySentence(filter, session.status)}</p>
      </section>
    );
  }
  return (
    <section id="trades" tabIndex={-1} class="card trades" aria-label="Trades">
      <header class="card-head">
        <h2>Trades</h2>
        <span class="quiet">{list?.isComplete || props.total !== null ? count(rows) : ''}</span>
        <Choice
          label="Trades to show"
          options={OUTCOMES}
          value={filter.outcome}
          onChange={(outcome) => setFilter({ ...filter, outcome })}
        />
        <div class="tools">
          <SearchField
            label="Search in the notes"
            placeholder="Search in notes"
            value={filter.search}
            change={(search) => setFilter({ ...filter, search })}
          />
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
      <TagChips tags={props.tags} chosen={filter.tag} choose={(tag) => setFilter({ ...filter, tag })} />
      {list?.problem && <ProblemNotice problem={list.problem} retry={() => list.retry()} />}
      <div class={isEmpty ? undefined : 'trade-columns'}>
        {isEmpty ? (
          <p class="quiet">{emptySentence(filter, session.status)}</p>
        ) : (
          <TradeRows
            session={session}
            trades={sorted ?? list?.trades ?? []}
            want={(index) => list?.want(index)}
            rows={rows}
            findings={props.findings}
            place={place}
            select={goTo}
            sort={sort}
            {...(isSortable && { sortBy })}
          />
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
      </div>
      {!selected && list && !list.isComplete && <p class="quiet small">{plural(rows, 'trade')}</p>}
    </section>
  );
}

function emptySentence(filter: TradeFilter, status: string): string {
  const { outcome, search } = filter;
  const where = [
    isSliced(filter) ? ' that meet the filters' : '',
    search ? ` with “${search}” in the note` : '',
  ].join('');
  if (outcome === 'win') return `There are no wins${where}.`;
  if (outcome === 'loss') return `There are no losses${where}.`;
  if (where) return `There are no trades${where}.`;
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
