import type { SheetCandles } from '../sheet-data.js';

/** Bars beside a trade, and at least in all. */
const BESIDE = 20;
const FEWEST = 60;

/** The bars around a stretch of time; all where none are there. */
export function candlesAround(
  series: SheetCandles,
  { entryTime, exitTime }: { readonly entryTime: number; readonly exitTime: number },
): SheetCandles {
  const { times, intervalMs } = series;
  const first = times.findIndex((time) => time + intervalMs > entryTime);
  if (first < 0) return series;
  const after = times.findIndex((time) => time > exitTime);
  const last = after < 0 ? times.length : after;
  const beside = Math.max(BESIDE, Math.ceil((FEWEST - (last - first)) / 2));
  const [from, to] = [Math.max(0, first - beside), last + beside];
  const cut = (column: readonly number[]) => column.slice(from, to);
  return {
    ...series,
    times: cut(times),
    open: cut(series.open),
    high: cut(series.high),
    low: cut(series.low),
    close: cut(series.close),
  };
}
