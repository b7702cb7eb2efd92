import type { SheetCandles } from '../sheet-data.js';

/** `BESIDE` is the number of bars on each side of a trade, and `FEWEST` is the minimum number of bars in total. */
const BESIDE = 20;
const FEWEST = 60;

/** Returns the bars around a trade; all bars if every bar ends before the entry. */
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
