import { DAY_MS, HOUR_MS } from './intervals.js';
import { fractionOf, mixed } from './randomness.js';

const DELIVERY_HOUR_MS = 8 * HOUR_MS;
const QUARTER_MS = 91 * DAY_MS;

/**
 * Returns the delivery time of the contract that is current at a time: 08:00 UTC on the last Friday of March, June,
 * September or December, whichever comes next. At the time of a delivery, the next contract is already current.
 */
export function deliveryAfter(time: number): number {
  const date = new Date(time);
  for (let month = 2 + 3 * Math.floor(date.getUTCMonth() / 3); ; month += 3) {
    const delivery = lastFriday(date.getUTCFullYear(), month) + DELIVERY_HOUR_MS;
    if (delivery > time) return delivery;
  }
}

/** Returns the previous delivery time, at which the contract of `delivery` became current. */
export const deliveryBefore = (delivery: number): number =>
  deliveryAfter(deliveryAfter(delivery - 2 * QUARTER_MS - 14 * DAY_MS));

/**
 * Returns the premium of a contract over spot as a fraction. The premium is 1 % to 3 % a quarter before the delivery,
 * and falls to 0 at the delivery. A continuous series therefore jumps up when the next contract becomes current.
 */
export function premiumOf(symbolSeed: number, delivery: number, time: number): number {
  const perQuarter = 0.01 + 0.02 * fractionOf(mixed(symbolSeed, delivery / HOUR_MS));
  return (perQuarter * (delivery - time)) / QUARTER_MS;
}

/** Returns the contract's own symbol: BTCUSDT_220325 for the delivery of 2022-03-25. */
export const contractSymbol = (pair: string, delivery: number): string =>
  `${pair}_${new Date(delivery).toISOString().slice(2, 10).replaceAll('-', '')}`;

function lastFriday(year: number, month: number): number {
  const lastDay = Date.UTC(year, month + 1, 0);
  const daysPastFriday = (new Date(lastDay).getUTCDay() + 2) % 7;
  return lastDay - daysPastFriday * DAY_MS;
}
