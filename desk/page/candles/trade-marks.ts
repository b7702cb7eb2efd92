import type {
  IChartApi,
  IPrimitivePaneRenderer,
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
  UTCTimestamp,
} from 'lightweight-charts';
import type { Trade } from '../../api/trades.js';
import type { Findings } from '../../report/findings-by-trade.js';
import type { ChartColors } from './chart-colors.js';
import { type DoubtMark, doubtMarks, drawDoubt } from './doubt-marks.js';

/** The position of a trade in the pane, in CSS pixels. */
export interface Mark {
  readonly trade: Trade;
  readonly entry: Place;
  readonly exit: Place;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

const SIZE = 5;
const REACH = 9;

/**
 * Draws trades over candles: a line from entry to exit, and rings around doubtful fills; for the selected trade, also the
 * stop and the target.
 */
export class TradeMarks implements ISeriesPrimitive<UTCTimestamp> {
  private marks: readonly Mark[] = [];
  private doubts: readonly DoubtMark[] = [];

  constructor(
    private readonly chart: IChartApi,
    private readonly series: ISeriesApi<'Candlestick'>,
    private readonly shown: () => {
      readonly trades: readonly Trade[];
      readonly selected: string | null;
      readonly findings: ReadonlyMap<string, Findings>;
      readonly colors: ChartColors;
      /** Returns the index of the bar at a time, or of the last bar before that time. */
      readonly barAt: (time: number) => number;
    },
    private readonly placed: (marks: readonly Mark[], doubts: readonly DoubtMark[]) => void,
  ) {}

  updateAllViews(): void {
    const { trades, findings } = this.shown();
    this.marks = trades.flatMap((trade) => {
      const entry = this.placeOf(trade.entryTime, trade.entryPrice);
      const exit = this.placeOf(trade.exitTime, trade.exitPrice);
      return entry && exit ? [{ trade, entry, exit }] : [];
    });
    this.doubts = doubtMarks(trades, findings, (time, price) => this.placeOf(time, price));
    this.placed(this.marks, this.doubts);
  }

  paneViews() {
    return [
      { zOrder: () => 'top' as const, renderer: () => ({ draw: (target: Target) => this.draw(target) }) },
    ];
  }

  hitTest(x: number, y: number) {
    let nearest: { readonly id: string; readonly distance: number } | null = null;
    for (const { trade, entry, exit } of this.marks) {
      const distance = Math.min(Math.hypot(entry.x - x, entry.y - y), Math.hypot(exit.x - x, exit.y - y));
      if (distance <= REACH && distance < (nearest?.distance ?? Infinity))
        nearest = { id: trade.id, distance };
    }
    return (
      nearest && {
        externalId: nearest.id,
        zOrder: 'top' as const,
        cursorStyle: 'pointer',
        hitTestPriority: 2,
      }
    );
  }

  private placeOf(time: number, price: number): Place | null {
    const index = this.shown().barAt(time);
    const x = index < 0 ? null : this.chart.timeScale().logicalToCoordinate(index as Logical);
    const y = this.series.priceToCoordinate(price);
    return x === null || y === null ? null : { x, y };
  }

  private draw(target: Target): void {
    const { selected, colors } = this.shown();
    target.useMediaCoordinateSpace(({ context }) => {
      for (const mark of this.marks) if (mark.trade.id !== selected) drawMark(context, mark, colors, false);
      for (const doubt of this.doubts) drawDoubt(context, doubt, colors, doubt.tradeId === selected);
      const mark = this.marks.find(({ trade }) => trade.id === selected);
      if (!mark) return;
      const { stopLoss, takeProfit } = mark.trade;
      this.drawLevel(context, mark, stopLoss, 'stop', colors.down);
      this.drawLevel(context, mark, takeProfit, 'target', colors.up);
      drawMark(context, mark, colors, true);
    });
  }

  private drawLevel(
    context: CanvasRenderingContext2D,
    { entry, exit }: Mark,
    price: number | null,
    name: string,
    color: string,
  ): void {
    const y = price === null ? null : this.series.priceToCoordinate(price);
    if (y === null) return;
    const end = Math.max(exit.x, entry.x + 40);
    context.save();
    context.strokeStyle = color;
    context.fillStyle = color;
    context.setLineDash([4, 3]);
    line(context, { x: entry.x, y }, { x: end, y });
    context.font = '11px Inter, "Segoe UI", system-ui, Arial, sans-serif';
    context.fillText(name, end + 4, y + 4);
    context.restore();
  }
}

function drawMark(
  context: CanvasRenderingContext2D,
  { trade, entry, exit }: Mark,
  colors: ChartColors,
  isSelected: boolean,
): void {
  const color = trade.plNet > 0 ? colors.up : trade.plNet < 0 ? colors.down : colors.quiet;
  const size = isSelected ? SIZE + 2 : SIZE;
  context.save();
  context.lineWidth = isSelected ? 2 : 1;
  context.strokeStyle = color;
  line(context, entry, exit);
  context.fillStyle = colors.accent;
  context.strokeStyle = colors.surface;
  triangle(context, entry, trade.side === 'long' ? size : -size);
  context.fillStyle = color;
  context.fillRect(exit.x - size + 1, exit.y - size + 1, 2 * size - 2, 2 * size - 2);
  context.strokeRect(exit.x - size + 1, exit.y - size + 1, 2 * size - 2, 2 * size - 2);
  context.restore();
}

function line(context: CanvasRenderingContext2D, from: Place, to: Place): void {
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
}

/** Draws a triangle that points up for a positive size, which means long. */
function triangle(context: CanvasRenderingContext2D, { x, y }: Place, size: number): void {
  context.beginPath();
  context.moveTo(x, y - size);
  context.lineTo(x + Math.abs(size), y + size);
  context.lineTo(x - Math.abs(size), y + size);
  context.closePath();
  context.fill();
  context.stroke();
}
