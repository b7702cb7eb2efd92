import { AMOUNT } from '../../shared/fields/fields.js';
import { numberProblem } from '../../shared/fields/value-rules.js';
import { isWithinBounds } from './columns/number-bounds.js';
import type { RawNumbers } from './columns/raw-numbers.js';
import type { ColumnName, RawTrades } from './columns/raw-trades.js';
import type { MoneyTraits, RawTrade } from './formats/raw-trade.js';
import { signedQty } from './formats/side-column.js';
import { sideOf } from './formats/side-of.js';
import type { MoneyRow } from './money/money-rows.js';

/** The columns of our own costs besides the fees. They are costs of the row, too. */
export const OTHER_COSTS = [
  { name: 'spreadPaid', kind: 'fee' },
  { name: 'slippagePaid', kind: 'fee' },
] as const;

/** Reads the numbers of rows as plain digits. */
export class MoneyRowReader {
  private readonly sideIn;

  constructor(
    raws: RawTrades,
    private readonly traits: MoneyTraits,
    /** Places of the costs that are read. */
    private readonly costPlaces: readonly number[],
    private readonly numbers: RawNumbers,
    private readonly symbol: string,
  ) {
    this.sideIn = raws.traits.sideIn ?? sideOf;
  }

  /** Returns the money of a row; null if the row has a wrong number. */
  read(raw: RawTrade): MoneyRow | null {
    const { profits = [], costs = [] } = raw;
    const { profit, grossPlace } = this.traits;
    const entryPrice = this.#digits('entryPrice', raw.entryPrice);
    const exitPrice = this.#digits('exitPrice', raw.exitPrice);
    const qty = this.#digits('qty', raw.qty);
    if (!isAmount('entryPrice', entryPrice) || !isAmount('exitPrice', exitPrice) || !qty) return null;
    const signed = signedQty(raw.side === '' ? undefined : this.sideIn(raw.side), qty);
    if (!signed || !isAmount('qty', signed.qty)) return null;
    const money = {
      profit: profit && this.#digits('profit', profits[profit.place]),
      gross: grossPlace === undefined ? null : this.#digits('gross', profits[grossPlace]),
    };
    const own = this.costPlaces.map((place) => this.#digits('costs', costs[place]));
    const others = OTHER_COSTS.map(({ name }) => this.#digits(name, raw[name]));
    const pointValue = this.#digits('pointValue', raw.pointValue);
    const amounts = [money.profit, money.gross, ...own, ...others];
    if (!amounts.every((text) => text === null || isAmount('profit', text))) return null;
    if (pointValue !== null && numberProblem(Number(pointValue), AMOUNT) !== undefined) return null;
    return {
      row: raw.row,
      symbol: raw.symbol ?? this.symbol,
      ...signed,
      entryPrice,
      exitPrice,
      ...money,
      costs: [...own, ...others],
      pointValue,
    };
  }

  /** Returns plain digits; null for an empty cell, and a text that is no amount for a wrong one. */
  #digits(column: ColumnName, text: string | null | undefined): string | null {
    return text === null || text === undefined ? null : (this.numbers.plain(column, text) ?? 'NaN');
  }
}

const isAmount = (field: Parameters<typeof isWithinBounds>[0], digits: string | null): digits is string =>
  digits !== null && isWithinBounds(field, Number(digits));
