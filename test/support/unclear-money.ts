import { T } from './factories.js';
import { lines } from './trade-files.js';

/** Header of a csv with a commission and a profit that may be net or gross. */
export const MONEY_HEADER = 'symbol,side,qty,entryTime,entryPrice,exitTime,exitPrice,commission,profit';

/** Returns a row of such a csv. */
export const moneyRow = (exitPrice: string, commission: string, profit: string, side = 'long'): string =>
  `BTCUSDT,${side},1,${T},100,${T + 60_000},${exitPrice},${commission},${profit}`;

/** A csv whose profit is net at a point value of 49.5, or gross at 49.05. */
export const UNCLEAR_MONEY = lines(MONEY_HEADER, moneyRow('110', '4.50', '490.50'));

/** A csv whose first profit has another sign than the move of the price. */
export const WRONG_MONEY = lines(MONEY_HEADER, moneyRow('110', '0', '-20.00'), moneyRow('110', '0', '10.00'));
