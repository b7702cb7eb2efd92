import { useEffect, useState } from 'preact/hooks';
import { onChange } from '../../api/changes.js';
import type { Query } from '../../api/send.js';
import { type TradeList, openTradeList } from './trade-list.js';

/** Returns the matching trades of a session. They are read again when data was written. */
export function useTradeList(sessionId: string, query: Query): TradeList | null {
  const [list, setList] = useState<TradeList | null>(null);
  const [turn, setTurn] = useState(0);
  const [, setVersion] = useState(0);
  useEffect(() => onChange(() => setTurn((before) => before + 1)), []);
  useEffect(() => {
    const opened = openTradeList(sessionId, query, () => setVersion((before) => before + 1));
    setList(opened);
    opened.want(0);
    return () => opened.stop();
  }, [sessionId, JSON.stringify(query), turn]);
  return list;
}
