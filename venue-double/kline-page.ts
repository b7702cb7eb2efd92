import type { Active } from './active-scenarios.js';
import type { Series } from './candle.js';
import type { DoubleState } from './double-state.js';
import { type History, historyOf } from './history.js';
import { isUsdmPair } from './instruments.js';
import { nextOpenTime, openTimeAt } from './intervals.js';
import { type KlineRow, klineRow } from './kline-rows.js';
import type { KlineQuery } from './kline-query.js';
import { overlaps } from './spans.js';
import { invalidPair, invalidSymbol } from './venue-error.js';
import { visibleBars } from './visible-bars.js';

/** Returns the rows for a request for candles. Throws the venue's error for an unknown symbol. */
export function klinePage(state: DoubleState, query: KlineQuery): KlineRow[] {
  const { series, interval, range } = query;
  const history = historyOf(series, state.scenarios, state.clock.now());
  if (!history) return rowsOfNoSeries(state, series);
  const bars = visibleBars(history, interval, range, state.nextAnswer());
  countDown(history, query, bars[0]?.openTime);
  return bars.map((bar) => klineRow(history, interval, bar));
}

/**
 * Returns no rows if the pair is known but does not have the requested contract. Throws the venue's error for an
 * unknown symbol or pair.
 */
function rowsOfNoSeries(state: DoubleState, series: Series): KlineRow[] {
  if (series.market === 'spot') throw invalidSymbol();
  const unknown = state.scenarios.on({ feed: 'venue-usdm-current-quarter', symbol: series.symbol }, [
    'unknown-symbol',
  ]);
  if (unknown.length > 0 || !isUsdmPair(series.symbol)) throw invalidPair();
  return [];
}

/** If this response is affected by a history scenario that ends after a number of responses, counts the response. */
function countDown(history: History, { interval, range }: KlineQuery, firstRow: number | undefined): void {
  const from = range.startTime ?? firstRow ?? 0;
  const end = Math.min(range.endTime ?? Infinity, history.now);
  const asked = { from, to: nextOpenTime(interval, openTimeAt(interval, end)) };
  const touched: Active[] = [...history.gaps, ...history.offGrid].filter(({ scenario }) =>
    overlaps(scenario, asked),
  );
  for (const active of touched) active.answersLeft -= 1;
}
