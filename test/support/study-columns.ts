import { dayOf, dayReturnsOf, returnsBetween } from '../../src/review/selection/day-returns.js';
import { figuresRowOf, resultsOfP } from './study-rows.js';

/** Returns the daily returns of the sessions of the worked example. */
export const columnsOfP = (): Float64Array[] =>
  Array.from({ length: 10 }, (_, k) => {
    const { dailyPlNet, firstDay, lastDay } = figuresRowOf(resultsOfP(k));
    const returns = dayReturnsOf({
      initialBalance: 1000,
      dailyPlNet: dailyPlNet!,
      firstDay: dayOf(firstDay!),
      lastDay: dayOf(lastDay!),
    })!;
    return returnsBetween(returns, returns.firstDay, returns.lastDay);
  });
