import { useEffect, useState } from 'preact/hooks';
import type { CandleDto } from '../../../src/candles/candles.dto.js';
import { type Trade, listTrades } from '../../api/trades.js';
import type { CandleWindow } from './candle-window.js';

const MAX_TRADES_ON_BARS = 500;

/** The trades that closed within the shown candles, at most 500. */
export function useTradesOnBars(
  sessionId: string,
  window: CandleWindow | null,
  bars: readonly CandleDto[],
): readonly Trade[] {
  const [trades, setTrades] = useState<readonly Trade[]>([]);
  const from = bars[0]?.ts;
  const to = window?.to;
  useEffect(() => {
    if (!window || from === undefined || to === undefined) return setTrades([]);
    const leaving = new AbortController();
    const { symbol, feed } = window;
    const query = { symbol, feed, from: Math.max(1, from), to, count: MAX_TRADES_ON_BARS };
    listTrades(sessionId, query, leaving.signal)
      .then(({ trades }) => setTrades(trades))
      .catch(() => undefined);
    return () => leaving.abort();
  }, [sessionId, window?.symbol, window?.feed, from, to]);
  return trades;
}
