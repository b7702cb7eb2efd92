import { TradeFileTooLarge } from '../files/trade-file-error.js';

/** Counts the trades of a file. All runs of a file share one limit. */
export class TradeBudget {
  #count = 0;

  constructor(private readonly maxTrades: number) {}

  /** @throws TradeFileTooLarge */
  take(): void {
    if (this.#count >= this.maxTrades)
      throw new TradeFileTooLarge(`The file has more than ${this.maxTrades} trades.`);
    this.#count += 1;
  }
}
