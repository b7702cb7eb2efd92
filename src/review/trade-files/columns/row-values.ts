import { excerpt } from '../../../shared/text/excerpt.js';
import type { Side } from '../../../shared/market/sides.js';
import { numberProblem } from '../../../shared/fields/value-rules.js';
import { PROFIT } from './number-bounds.js';
import type { RawNumbers } from './raw-numbers.js';
import type { RawTimes } from './raw-times.js';
import type { ColumnName } from './raw-trades.js';
import type { MoneyTraits, NumberField, RawTrade } from '../formats/raw-trade.js';

/** Reads the cells of one row and collects their problems. */
export class RowValues {
  sound = true;

  constructor(
    private readonly raw: RawTrade,
    private readonly numbers: RawNumbers,
    private readonly readTimes: RawTimes,
    private readonly report: (field: string, message: string) => void,
    /** True if a quantity may be below 0, and a file may have no sides. */
    private readonly maySign = false,
  ) {}

  problem(field: string, message: string): void {
    this.sound = false;
    this.report(field, message);
  }

  /** Returns the number of a field; undefined if the row has no such cell. */
  optional(field: NumberField): number | undefined {
    const text = this.raw[field];
    return text === undefined ? undefined : this.number(field, field, text);
  }

  required(field: NumberField): number {
    const value = this.optional(field);
    if (value === undefined) this.problem(field, 'is empty');
    return value ?? NaN;
  }

  /** Returns the profit; undefined if the row has none. */
  profit(): number | undefined {
    const profit = this.optional('profit');
    if (profit !== undefined) this.checkProfit('profit', profit);
    return profit;
  }

  /** Checks the profits and the costs of a row whose file is read as a whole. */
  checkMoney({ profit, grossPlace = -1, costColumns }: MoneyTraits): void {
    const check = (field: string, column: ColumnName, text: string | null | undefined) => {
      if (text !== null && text !== undefined) this.checkProfit(field, this.number(field, column, text));
    };
    const { profits = [], costs = [] } = this.raw;
    check('profit', 'profit', profits[profit?.place ?? -1]);
    check('profit', 'gross', profits[grossPlace]);
    for (const [place] of costColumns.entries()) check('costs', 'costs', costs[place]);
  }

  /**
   * Returns the side and the quantity. A quantity below 0 is a short.
   * @param sideIn returns the side that a cell names
   */
  sideAndQty(sideIn: (cell: string) => Side | undefined): { readonly side: Side; readonly qty: number } {
    const { raw } = this;
    const printed = this.required('qty');
    const isSigned = printed < 0 && this.maySign;
    const named = raw.side === '' && this.maySign ? impliedSide(isSigned) : sideIn(raw.side);
    if (!named) this.problem('side', `must be long or short, not ${excerpt(raw.side)}`);
    if (isSigned && named === 'long')
      this.problem('qty', `is below 0, which is a short, but the side is ${excerpt(raw.side)}`);
    return { side: named ?? 'long', qty: isSigned ? -printed : printed };
  }

  /**
   * Returns the times of the entry and the exit. If the clock shows a local time twice, the earlier instant is used,
   * unless the exit would be before the entry. If both instants are possible, `ambiguous` contains the text.
   */
  times(): { readonly entryTime: number; readonly exitTime: number; readonly ambiguous: readonly string[] } {
    const entries = this.instants('entryTime');
    const exits = this.instants('exitTime');
    const entryTime = entries[0] ?? NaN;
    const exitTime = exits.find((exit) => exit >= entryTime) ?? exits[0] ?? NaN;
    if (entries.length <= 1 && exits.length <= 1) return { entryTime, exitTime, ambiguous: [] };
    const isPossible = (entry: number, exit: number) => entry <= exit;
    const ofEntry = entries.filter((entry) => exits.some((exit) => isPossible(entry, exit)));
    const ofExit = exits.filter((exit) => entries.some((entry) => isPossible(entry, exit)));
    const ambiguous = [
      ...(ofEntry.length > 1 ? [this.raw.entryTime] : []),
      ...(ofExit.length > 1 ? [this.raw.exitTime] : []),
    ];
    return { entryTime, exitTime, ambiguous };
  }

  private instants(field: 'entryTime' | 'exitTime'): readonly number[] {
    const text = this.raw[field];
    const instants = this.readTimes(text);
    if (!instants) this.problem(field, `must be a time, not ${excerpt(text)}`);
    else if (instants.length === 0)
      this.problem(field, `does not exist in the time zone, because its clock skips ${excerpt(text)}`);
    return instants ?? [];
  }

  private number(field: string, column: ColumnName, text: string): number {
    const value = this.numbers.value(column, text);
    if (Number.isNaN(value)) this.problem(field, `must be a number, not ${excerpt(text)}`);
    else if (!Number.isFinite(value)) this.problem(field, `is too large: ${excerpt(text)}`);
    return value;
  }

  private checkProfit(field: string, value: number): void {
    const problem = Number.isFinite(value) ? numberProblem(value, PROFIT) : undefined;
    if (problem !== undefined) this.problem(field, problem);
  }
}

/** Returns the side of a row in a file without sides. */
const impliedSide = (isSigned: boolean): Side => (isSigned ? 'short' : 'long');
