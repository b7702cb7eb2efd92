import { CandlestickSeries, type IPriceLine, type UTCTimestamp, createChart } from 'lightweight-charts';
import type { Series } from './replay.js';

/** Colors that can be read on a light and on a dark page. */
const [TEXT, GRID] = ['#7d838c', '#7d838c33'];

/** Adds a chart. Returns a function that draws the bars of an interval, and lines at prices. */
export function addChart(
  place: HTMLElement,
): (series: Series, prices: readonly (number | null | undefined)[]) => void {
  const element = place.appendChild(document.createElement('div'));
  element.role = 'img';
  const layout = { background: { color: 'transparent' }, textColor: TEXT };
  const grid = { vertLines: { color: GRID }, horzLines: { color: GRID } };
  const chart = createChart(element, { autoSize: true, layout, grid, timeScale: { timeVisible: true } });
  const candles = chart.addSeries(CandlestickSeries);
  let lines: IPriceLine[] = [];
  return ({ interval, candles: closed, forming }, prices) => {
    const bars = forming ? [...closed, forming] : closed;
    candles.setData(bars.map((bar) => ({ ...bar, time: (bar.ts / 1000) as UTCTimestamp })));
    for (const line of lines) candles.removePriceLine(line);
    lines = prices.flatMap((price) => (price ? candles.createPriceLine({ price }) : []));
    element.ariaLabel = `${interval}: ${bars.length} bars, last price ${bars.at(-1)?.close}, lines at ${prices.join(' ')}`;
  };
}
