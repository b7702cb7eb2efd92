import { delay } from '../../api/pauses.js';
import { type ApiProblem, problemFrom } from '../../api/problem.js';
import type { Query } from '../../api/send.js';
import { type Trade, listTrades } from '../../api/trades.js';

const PAGE = 500;

/** A list of trades in trade order. The list is read page by page on demand. */
export interface TradeList {
  readonly trades: readonly Trade[];
  readonly isComplete: boolean;
  readonly problem: ApiProblem | null;
  /** Reads pages until the trade at this index is available. */
  want(index: number): void;
  /** Returns the index of a trade and reads pages until the trade is found; -1 if the trade is not in the list. */
  placeOf(id: string): Promise<number>;
  /** Reads pages until the trade at this index is available, and returns it; null if the list is shorter. */
  tradeAt(index: number): Promise<Trade | null>;
  replace(trade: Trade): void;
  retry(): void;
  stop(): void;
}

interface Listed {
  readonly sessionId: string;
  readonly query: Query;
  /** Returns true for the trades that are part of this list. The list from the API may contain further trades. */
  readonly isListed: (trade: Trade) => boolean;
}

/** @param changed called when more trades can be shown */
export function openTradeList({ sessionId, query, isListed }: Listed, changed: () => void): TradeList {
  const leaving = new AbortController();
  const places = new Map<string, number>();
  const state: State = { trades: [], isComplete: false, problem: null };
  let cursor: string | undefined;
  let wanted = 0;
  let reading: Promise<void> | null = null;

  const readPage = async () => {
    const page = await listTrades(sessionId, { ...query, cursor, count: PAGE }, leaving.signal);
    const listed = page.trades.filter(isListed);
    for (const trade of listed) places.set(trade.id, places.size);
    state.trades = [...state.trades, ...listed];
    cursor = page.nextCursor ?? undefined;
    state.isComplete = page.nextCursor === null;
    changed();
    // The delay between two pages gives the browser time to draw.
    await delay(0, leaving.signal);
  };
  const canReadOn = () => !state.isComplete && !state.problem && !leaving.signal.aborted;
  const read = async () => {
    while (canReadOn() && state.trades.length <= wanted) await readPage();
  };
  const readOn = (): Promise<void> => {
    reading ??= read()
      .catch((error: unknown) => {
        state.problem = leaving.signal.aborted ? null : problemFrom(error);
        if (state.problem) changed();
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };

  return {
    get trades() {
      return state.trades;
    },
    get isComplete() {
      return state.isComplete;
    },
    get problem() {
      return state.problem;
    },
    want(index) {
      wanted = Math.max(wanted, index);
      void readOn();
    },
    async placeOf(id) {
      while (!places.has(id) && canReadOn()) {
        wanted = Math.max(wanted, state.trades.length);
        await readOn();
      }
      return places.get(id) ?? -1;
    },
    async tradeAt(index) {
      wanted = Math.max(wanted, index);
      while (state.trades.length <= index && canReadOn()) await readOn();
      return state.trades[index] ?? null;
    },
    replace(trade) {
      const place = places.get(trade.id);
      if (place === undefined) return;
      state.trades = state.trades.with(place, trade);
      changed();
    },
    retry() {
      state.problem = null;
      changed();
      void readOn();
    },
    stop: () => leaving.abort(),
  };
}

interface State {
  trades: readonly Trade[];
  isComplete: boolean;
  problem: ApiProblem | null;
}
