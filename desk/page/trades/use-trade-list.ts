import { useEffect, useState } from 'preact/hooks';
import { onChange } from '../../api/changes.js';
import type { Query } from '../../api/send.js';
import type { Trade } from '../../api/trades.js';
import { type EntryTimes, isEntryAt } from './entry-times.js';
import { type TradeList, openTradeList } from './trade-list.js';

/** Returns the matching trades of a session. The trades are read again after data was written. */
export function useTradeList(sessionId: string, query: Query, entries: EntryTimes): TradeList | null {
  const [list, setList] = useState<TradeList | null>(null);
  const [turn, setTurn] = useState(0);
  const [, setVersion] = useState(0);
  useEffect(() => onChange(() => setTurn((before) => before + 1)), []);
  useEffect(() => {
    const isListed = ({ entryTime }: Trade) => isEntryAt(entries, entryTime);
    const opened = openTradeList({ sessionId, query, isListed }, () => setVersion((before) => before + 1));
    setList(opened);
    opened.want(0);
    return () => opened.stop();
  }, [sessionId, JSON.stringify(query), JSON.stringify(entries), turn]);
  return list;
}
