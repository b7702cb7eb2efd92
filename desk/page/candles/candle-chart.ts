import {
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
  createChart,
} from 'lightweight-charts';
import { number } from '../../report/format.js';
import type { CandleDto } from '../../../src/candles/candles.dto.js';
import { moment } from '../../report/dates.js';
import type { Trade } from '../../api/trades.js';
import type { Findings } from '../../report/findings-by-trade.js';
import { chartColors } from './chart-colors.js';
import type { DoubtMark } from './doubt-marks.js';
import { tickLabel } from './tick-label.js';
import { type Mark, TradeMarks } from './trade-marks.js';

// The printed candles are loaded together with the chart.
export { PrintedCandles } from './printed-candles.js';

export interface CandleChart {
  showBars(bars: readonly CandleDto[]): void;
  /** @param findings findings that cast doubt on the fills of each trade, by the id of the trade */
  showTrades(
    trades: readonly Trade[],
    selected: string | null,
    findings: ReadonlyMap<string, Findings>,
  ): void;
  /** Scrolls so that the trade is in the middle. */
  centre(trade: Trade): void;
  remove(): void;
}

interface Wiring {
  readonly timezone: string;
  readonly select: (tradeId: string) => void;
  readonly placed: (marks: readonly Mark[], doubts: readonly DoubtMark[]) => void;
  /** Called when the user scrolls beyond the first or the last bar. */
  readonly reach: (edge: 'start' | 'end') => void;
}

/** Draws the candles. Only this file imports the charting library, so the library is loaded together with this file. */
export function drawCandles(place: HTMLElement, { timezone, select, placed, reach }: Wiring): CandleChart {
  // The logo is disabled before the chart is drawn. The logo would add a style element and markup, which the content
  // security policy refuses. The foot of the page contains the notice instead.
  const chart = createChart(place, { autoSize: true, layout: { attributionLogo: false } });
  const series = chart.addSeries(CandlestickSeries, {});
  let bars: readonly CandleDto[] = [];
  let trades: readonly Trade[] = [];
  let selected: string | null = null;
  let findings: ReadonlyMap<string, Findings> = new Map();
  let colors = chartColors();
  /**
   * Effects of the render that removes the chart may still use the chart. If such an effect requested a drawing, the
   * drawing would fail one frame later.
   */
  let isRemoved = false;

  const barAt = (time: number) => lastAtOrBefore(bars, time);
  const marks = new TradeMarks(chart, series, () => ({ trades, selected, findings, colors, barAt }), placed);
  series.attachPrimitive(marks);
  const paint = () => {
    colors = chartColors();
    applyColors(chart, series, timezone);
  };
  paint();
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', paint);

  chart.subscribeClick(({ hoveredInfo }) => {
    if (typeof hoveredInfo?.objectId === 'string') select(hoveredInfo.objectId);
  });
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (!range || bars.length === 0) return;
    if (range.from < 0) reach('start');
    if (range.to > bars.length) reach('end');
  });

  return {
    showBars(next) {
      if (isRemoved) return;
      const shift = bars[0] && next[0] && next[0].ts < bars[0].ts ? lastAtOrBefore(next, bars[0].ts) : 0;
      const range = chart.timeScale().getVisibleLogicalRange();
      bars = next;
      series.setData(bars.map(({ ts, ...bar }) => ({ ...bar, time: (ts / 1000) as UTCTimestamp })));
      const decimals = decimalsOfPrices(bars);
      const formatter = (value: number) => number(value, decimals);
      series.applyOptions({ priceFormat: { type: 'custom', formatter, minMove: 10 ** -decimals } });
      if (shift > 0 && range) {
        chart.timeScale().setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift });
      }
    },
    showTrades(next, id, doubts) {
      if (isRemoved) return;
      trades = next;
      selected = id;
      findings = doubts;
      // Redraws the marks.
      series.applyOptions({});
    },
    centre(trade) {
      if (isRemoved) return;
      const [entry, exit] = [barAt(trade.entryTime), barAt(trade.exitTime)];
      if (entry < 0) return;
      const space = Math.max(20, (exit - entry) / 2);
      chart.timeScale().setVisibleLogicalRange({ from: entry - space, to: exit + space });
    },
    remove() {
      isRemoved = true;
      scheme.removeEventListener('change', paint);
      chart.remove();
    },
  };
}

function applyColors(chart: IChartApi, series: ISeriesApi<'Candlestick'>, timezone: string): void {
  const colors = chartColors();
  chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: colors.surface },
      textColor: colors.quiet,
      fontSize: 11,
      fontFamily: 'Inter, "Segoe UI", system-ui, Arial, sans-serif',
    },
    grid: { vertLines: { color: colors.grid }, horzLines: { color: colors.grid } },
    crosshair: { mode: CrosshairMode.Normal },
    rightPriceScale: { borderColor: colors.grid },
    timeScale: {
      borderColor: colors.grid,
      timeVisible: true,
      tickMarkFormatter: (time: UTCTimestamp, kind: number) => tickLabel(Number(time) * 1000, kind, timezone),
    },
    localization: { timeFormatter: (time: UTCTimestamp) => moment(Number(time) * 1000, timezone) },
  });
  series.applyOptions({
    upColor: colors.up,
    borderUpColor: colors.up,
    wickUpColor: colors.up,
    // Falling candles are hollow.
    downColor: colors.surface,
    borderDownColor: colors.down,
    wickDownColor: colors.down,
    priceLineVisible: false,
    lastValueVisible: false,
  });
}

/** Returns the index of the last bar that opens at or before a time; -1 if there is none. */
export function lastAtOrBefore(bars: readonly CandleDto[], time: number): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bars[middle]!.ts <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the number of decimals of the market's prices. */
function decimalsOfPrices(bars: readonly CandleDto[]): number {
  const decimals = bars.slice(-100).map(({ close }) => String(close).split('.')[1]?.length ?? 0);
  return Math.min(8, Math.max(0, ...decimals));
}
