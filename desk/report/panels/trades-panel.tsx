import { useState } from 'preact/hooks';
import { useIsInteractive } from '../charts/sized.js';
import { amountDecimals, count, plural } from '../format.js';
import { findingsByTrade } from '../findings-by-trade.js';
import type { SheetData, SheetTrade } from '../sheet-data.js';
import { NO_TRADES } from './no-trades.js';
import { Choice, Empty, Panel, Skeleton } from './panel.js';
import { type OutcomeFilter, type SortKey, type TradeOrder, sortTrades } from './sort-trades.js';
import { TradeRows } from './trade-rows.js';

/** Number of rows per page. A printed report contains the first page. */
const PAGE = 50;

interface TradesPanelProps {
  readonly data: SheetData;
  readonly selected: SheetTrade | null;
  readonly onSelect: (trade: SheetTrade | null) => void;
}

/** All trades, one page at a time. */
export function TradesPanel({ data, selected, onSelect }: TradesPanelProps) {
  const isInteractive = useIsInteractive();
  const [outcome, setOutcome] = useState<OutcomeFilter>('all');
  const [order, setOrder] = useState<TradeOrder>({ key: 'number', isDescending: false });
  const [wanted, setWanted] = useState(0);
  const { trades, session, breakEvenThreshold } = data;
  if (!trades) {
    return (
      <Panel id="trades" title="Trades">
        <Skeleton height={320} />
      </Panel>
    );
  }
  const sorted = sortTrades(trades, outcome, breakEvenThreshold, order);
  const last = Math.max(0, Math.ceil(sorted.length / PAGE) - 1);
  const page = Math.min(wanted, last);
  const shown = sorted.slice(page * PAGE, (page + 1) * PAGE);
  const sortBy = (key: SortKey) => {
    setOrder({ key, isDescending: order.key === key ? !order.isDescending : key !== 'number' });
    setWanted(0);
  };
  const tools = isInteractive && trades.length > 0 && (
    <>
      <Choice
        label="Outcome"
        options={[
          ['all', 'all'],
          ['wins', 'wins'],
          ['losses', 'losses'],
        ]}
        value={outcome}
        onChange={(outcome) => {
          setOutcome(outcome);
          setWanted(0);
        }}
      />
      {last > 0 && (
        <span class="choice">
          <button type="button" disabled={page === 0} onClick={() => setWanted(page - 1)}>
            ‹ previous
          </button>
          <button type="button" disabled={page === last} onClick={() => setWanted(page + 1)}>
            next ›
          </button>
        </span>
      )}
    </>
  );
  return (
    <Panel
      id="trades"
      title="Trades"
      isLong
      tools={tools}
      about={tradesSummary(shown.length, page, sorted.length)}
    >
      {trades.length === 0 && <Empty>{NO_TRADES}</Empty>}
      {trades.length > 0 && sorted.length === 0 && <Empty>There is no such trade.</Empty>}
      {sorted.length > 0 && (
        <TradeRows
          rows={shown}
          order={order}
          findings={findingsByTrade(data.fills)}
          selected={selected}
          timeZone={session.accountTimezone}
          currency={session.accountCurrency}
          decimals={amountDecimals(session.initialBalance)}
          {...(isInteractive && { onSort: sortBy, onSelect })}
        />
      )}
      {!isInteractive && trades.length > PAGE && (
        <p class="note">
          The first {PAGE} of {plural(trades.length, 'trade')}. With scripts, the others can be paged through
          and sorted.
        </p>
      )}
    </Panel>
  );
}

function tradesSummary(shown: number, page: number, all: number): string {
  if (all === 0) return '';
  if (shown === all) return `n ${count(all)}`;
  return `${count(page * PAGE + 1)} to ${count(page * PAGE + shown)} of ${count(all)}`;
}
