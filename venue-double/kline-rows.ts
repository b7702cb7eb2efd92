import { gridShiftMs, type History } from './history.js';
import { instrumentOf } from './instruments.js';
import { type Interval, nextOpenTime } from './intervals.js';
import type { VisibleBar } from './visible-bars.js';

/** A bar as the venue writes it: 12 fields, with prices and amounts as text. The last field has no meaning. */
export type KlineRow = (number | string)[];

/**
 * Numbers of decimals. Spot always writes 8 decimals. Futures write the decimals of the contract, but at least 2 for
 * prices, 3 for amounts and 5 for quote amounts.
 */
const SPOT_DECIMALS = { price: 8, amount: 8, quote: 8 };
const USDM_DECIMALS = { price: 2, amount: 3, quote: 5 };

export function klineRow(history: History, interval: Interval, { openTime, bar }: VisibleBar): KlineRow {
  const { priceDecimals, lotDecimals } = instrumentOf(history.series);
  const decimals = history.series.market === 'spot' ? SPOT_DECIMALS : USDM_DECIMALS;
  const price = (ticks: number) =>
    (ticks / 10 ** priceDecimals).toFixed(Math.max(decimals.price, priceDecimals));
  const amount = (lots: number) => (lots / 10 ** lotDecimals).toFixed(decimals.amount);
  const quote = (worth: number) => (worth / 10 ** (priceDecimals + lotDecimals)).toFixed(decimals.quote);
  const shiftMs = gridShiftMs(history, interval, openTime);
  return [
    openTime + shiftMs,
    price(bar.open),
    price(bar.high),
    price(bar.low),
    price(bar.close),
    amount(bar.lots),
    nextOpenTime(interval, openTime) - 1 + shiftMs,
    quote(bar.quote),
    bar.trades,
    amount(bar.takerLots),
    quote(bar.takerQuote),
    '0',
  ];
}

/** Converts the times of a row to microseconds, for spot requests with the header X-MBX-TIME-UNIT. */
export const inMicroseconds = (row: KlineRow): KlineRow =>
  row.map((field, index) =>
    index === 0 ? Number(field) * 1_000 : index === 6 ? Number(field) * 1_000 + 999 : field,
  );
