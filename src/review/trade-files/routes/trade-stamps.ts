import type { StampedTrades } from '../../analysis/timestamps/stamps.js';
import { valuesAt } from '../../../shared/figures/calculator/trade-columns.js';
import { tradeOrder } from '../../../shared/figures/calculator/trade-order.js';
import type { Trade } from '../../../trades/trade.entity.js';

const STAMPS = ['entryTime', 'exitTime', 'entryPrice', 'exitPrice'] as const;

/** The fields of the trades of a file or a batch that are compared with candles. */
export class TradeStamps {
  count = 0;
  /**
   * Client ids with one character per byte of UTF-8. Texts in this form compare quickly, and in the order of code
   * points.
   */
  private readonly clientIds: string[] = [];
  private readonly columns: Readonly<Record<(typeof STAMPS)[number] | 'asset', Float64Array>>;

  /** @param most maximum number of trades */
  constructor(most: number) {
    const column = () => new Float64Array(most);
    this.columns = {
      entryTime: column(),
      exitTime: column(),
      entryPrice: column(),
      exitPrice: column(),
      asset: column(),
    };
  }

  /**
   * Adds a trade.
   * @param asset the position of the trade's asset in the session
   */
  add(trade: Trade, asset: number): void {
    for (const name of STAMPS) this.columns[name][this.count] = trade[name];
    this.columns.asset[this.count] = asset;
    this.clientIds.push(Buffer.from(trade.clientId).toString('latin1'));
    this.count += 1;
  }

  inTradeOrder(): StampedTrades {
    const { count, columns, clientIds } = this;
    const order = tradeOrder({ count, ...columns }, (a, b) => compareTexts(clientIds[a]!, clientIds[b]!));
    if (!order) return { count, ...columns };
    return {
      count,
      entryTime: valuesAt(columns.entryTime, order),
      exitTime: valuesAt(columns.exitTime, order),
      entryPrice: valuesAt(columns.entryPrice, order),
      exitPrice: valuesAt(columns.exitPrice, order),
      asset: valuesAt(columns.asset, order),
    };
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
