import { type TextColumn, compareTexts } from '../database/copy-decoder.js';
import { calculateStatistics, type StatisticsSettings } from './calculator/calculate-statistics.js';
import type { TradeColumns } from './calculator/trade-columns.js';
import { inTradeOrder, tradeOrder } from './calculator/trade-order.js';
import { answered, statisticsAnswer } from './statistics-answer.js';

/** A session's trades in no particular order. */
export type UnorderedTrades = TradeColumns & { readonly clientId: TextColumn };

/**
 * The statistics as JSON text, without the ideal-R analysis and without the closing brace. The points of the equity curve
 * are written straight from their columns: they are most of the text, and as objects they would cost more than the rest.
 */
export function statisticsText(trades: UnorderedTrades, settings: StatisticsSettings): string {
  const order = tradeOrder(trades, (a, b) => compareTexts(trades.clientId, a, b));
  const calculated = calculateStatistics(inTradeOrder(trades, order), settings);
  const { time, equity } = calculated.equityCurve;
  const figures = JSON.stringify(statisticsAnswer({ ...calculated, equityCurve: NO_CURVE }));
  return figures.slice(0, -1).replace('"equityCurve":[]', () => `"equityCurve":${curveText(time, equity)}`);
}

const NO_CURVE = { time: new Float64Array(0), equity: new Float64Array(0) };

function curveText(time: Float64Array, equity: Float64Array): string {
  let text = '';
  for (let i = 0; i < time.length; i += 1) {
    text += `${i === 0 ? '' : ','}{"time":${time[i]},"equity":${answered(equity[i]!)}}`;
  }
  return `[${text}]`;
}
