import { CandlestickSeries, type IPriceLine, type UTCTimestamp, createChart } from 'lightweight-charts';
import type { Series } from './replay.js';

/** A color that can be read on a light and on a dark page. */
const color = '#7d838c';

/** A line across the chart, unless the price is null. */
export type Level = readonly [title: string, price: number | null | undefined];

/** Adds a chart with a caption. Returns a function that draws the bars of an interval, and levels. */
export function addChart(place: HTMLElement): (series: Series, levels: readonly Level[]) => void {
  const figure = place.appendChild(document.createElement('figure'));
  const caption = figure.appendChild(document.createElement('figcaption'));
  const element = figure.appendChild(document.createElement('div'));
  const layout = { background: { color: 'transparent' }, textColor: color };
  const grid = { vertLines: { color: `${color}33` }, horzLines: { color: `${color}33` } };
  const timeScale = { timeVisible: true, rightOffset: 2 };
  const chart = createChart(element, { autoSize: true, layout, grid, timeScale });
  const candles = chart.addSeries(CandlestickSeries);
  let lines: IPriceLine[] = [];
  return ({ interval, candles: closed, forming }, levels) => {
    const bars = forming ? [...closed, forming] : closed;
    candles.setData(bars.map((bar) => ({ ...bar, time: (bar.ts / 1000) as UTCTimestamp })));
    for (const line of lines) candles.removePriceLine(line);
    const drawn = levels.flatMap(([title, price]) => (price ? [{ title, price, color }] : []));
    lines = drawn.map((line) => candles.createPriceLine(line));
    const named = [{ title: 'last', price: bars.at(-1)?.close ?? '' }, ...drawn];
    const words = named.map(({ title, price }) => `${title} ${price}`);
    caption.textContent = `${interval}: ${words.join(', ')}`;
  };
}
