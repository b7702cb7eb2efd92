import type { SeriesOverview } from '../../candles/candles.service.js';
import { intervalMs } from '../../shared/market/intervals.js';
import type { Span } from '../../shared/market/spans.js';
import { minute } from '../terminal/minute.js';
import { table } from '../terminal/table.js';

const HEAD = ['feed', 'symbol', 'interval', 'from', 'to', 'state', 'bars', 'gaps', 'missing'];

/**
 * Formats the stored candles as text: one line per covered span, and one line for the span between two covered spans.
 * Times are UTC.
 */
export function seriesTable(all: readonly SeriesOverview[]): string {
  const rows = all.flatMap(rowsOf);
  if (rows.length === 0) return 'No candles are stored.';
  return table([HEAD, ...rows], ['bars', 'gaps', 'missing']);
}

function rowsOf({ feed, symbol, interval, spans }: SeriesOverview): string[][] {
  const row = (span: Span, state: string, bars: number, gaps: number, missing: number): string[] => {
    const figures = [bars, gaps, missing].map(String);
    return [feed, symbol, interval, minute(span.start), minute(span.end), state, ...figures];
  };
  return spans.flatMap((span, i) => {
    const stored = row(span, 'stored', span.bars, span.gaps, span.missingBars);
    const previous = spans[i - 1];
    if (!previous) return [stored];
    const between = { start: previous.end, end: span.start };
    const missing = (between.end - between.start) / intervalMs(interval);
    return [row(between, 'not loaded', 0, 0, missing), stored];
  });
}
