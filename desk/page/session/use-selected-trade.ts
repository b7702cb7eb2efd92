import { useCallback, useEffect, useState } from 'preact/hooks';
import { type Trade, getTrade, listTrades } from '../../api/trades.js';
import type { TradeList } from '../trades/trade-list.js';

/** The selected trade. Until the user selects a trade, this is the first trade of the list. */
export function useSelectedTrade(sessionId: string, list: TradeList | null) {
  const [selected, select] = useState<Trade | null>(null);
  const first = list?.trades[0];
  useEffect(() => {
    if (first) select((before) => before ?? first);
    else if (list?.isComplete) select(null);
  }, [first, list?.isComplete]);
  // A trade that was deleted in this tab or in another tab is no longer selected.
  useEffect(() => {
    if (!list || !selected) return;
    const leaving = new AbortController();
    const { id, exitTime } = selected;
    // The trade is searched for in a list, because a 404 for a missing trade would appear as an error in the console.
    void listTrades(sessionId, { from: exitTime, to: exitTime + 1, count: 500 }, leaving.signal)
      .then(({ trades }) => trades.find((trade) => trade.id === id))
      .catch(() => undefined)
      .then((found) => !leaving.signal.aborted && select(found ?? list.trades[0] ?? null));
    return () => leaving.abort();
  }, [list]);
  const selectById = useCallback(
    (id: string) => {
      const listed = list?.trades.find((trade) => trade.id === id);
      if (listed) return select(listed);
      getTrade(sessionId, id, new AbortController().signal).then(
        ({ trade }) => select(trade),
        () => undefined,
      );
    },
    [sessionId, list],
  );
  return { selected, select, selectById };
}
