import { excerpt } from '../../../shared/text/excerpt.js';
import type { CsvRow } from '../../../shared/text/csv/csv-rows.js';
import { amountIn, currencyOfCell, isEmptyCell } from '../money/cell-words.js';
import { comparedName, currencyInName } from '../money/column-names.js';
import { areOtherCurrencies } from '../money/currencies.js';
import { type MoneyColumns, moneyColumnsIn } from '../money/money-columns.js';
import type { ProfitKind } from '../money/money-rows.js';
import { ProfitCells, chosenProfit } from '../money/profit-cells.js';
import { cellAt } from './csv-format.js';
import { type GenericPlaces, plainName } from './generic-names.js';
import type { EarlierTraits, MoneyTraits, RawTrade, TradeSink } from './raw-trade.js';

/** Names of costs and of net profits that versions before 1.12 read. */
const EARLIER_FEES = ['feespaid', 'fees', 'fee', 'commission', 'commissions', 'totalfees'];
const EARLIER_PROFITS = ['plnet', 'netpl', 'netprofit', 'netpnl', 'pnlnet', 'netprofitloss'];

/** A tool whose csv is known by columns that only it writes. */
interface KnownTool {
  readonly columns: readonly string[];
  readonly kind: ProfitKind;
  /** True if the columns of costs are not all costs, so that they explain nothing. */
  readonly listsSomeCosts?: boolean;
}

const TOPSTEPX: KnownTool = { columns: ['contractname', 'enteredat', 'exitedat', 'tradeday'], kind: 'gross' };
/** The trades of a backtest, saved by `to_csv`. The fees are rates, and only the funding is an amount. */
const FREQTRADE: KnownTool = {
  columns: ['isshort', 'openrate', 'closerate', 'profitabs'],
  kind: 'net',
  listsSomeCosts: true,
};
/** The `records_readable` of a portfolio. */
const VECTORBT: KnownTool = {
  columns: ['avgentryprice', 'avgexitprice', 'entryfees', 'exitfees', 'return'],
  kind: 'net',
};

type MoneyCells = Pick<RawTrade, 'profits' | 'costs' | 'profit' | 'feesPaid'>;

/** A column whose cells must have the same currency. */
class OneCurrency {
  #first: { readonly currency: string; readonly line: number } | undefined;
  /** The first row of another currency. The message is about it, and names a row by the function. */
  conflict:
    { readonly line: number; readonly message: (nameOf: (row: number) => string) => string } | undefined;

  see(currency: string | undefined, line: number): void {
    if (currency === undefined || this.conflict) return;
    this.#first ??= { currency, line };
    const { currency: first, line: firstLine } = this.#first;
    if (areOtherCurrencies(first, currency))
      this.conflict = {
        line,
        message: (nameOf) =>
          `is in ${excerpt(currency)}, but that of ${nameOf(firstLine)} is in ${excerpt(first)}; import each currency by itself`,
      };
  }
}

/** Reads the columns of money of a csv, and decides after the last row which of them are the profit and the costs. */
export class GenericMoney {
  readonly #columns: MoneyColumns;
  readonly #names: readonly string[];
  readonly #seen: readonly { readonly cells: ProfitCells; readonly currency: OneCurrency }[];
  readonly #currencies: readonly OneCurrency[];
  /** Currencies of fees that columns such as `fee coin` name; one that is not the profit's is enough. */
  readonly #coins = new Set<string>();
  readonly #earlierFees: number;
  readonly #earlierProfit: number;

  constructor(
    private readonly header: readonly string[],
    private readonly places: GenericPlaces,
  ) {
    this.#columns = moneyColumnsIn(header);
    this.#names = header.map(comparedName);
    this.#seen = this.#columns.profits.map(() => ({ cells: new ProfitCells(), currency: new OneCurrency() }));
    this.#currencies = this.#columns.currencies.map(() => new OneCurrency());
    const plain = header.map(plainName);
    const only = (names: readonly string[]) => {
      const found = plain.flatMap((name, place) => (names.includes(name) ? [place] : []));
      return found.length === 1 ? found[0]! : -1;
    };
    this.#earlierFees = only(EARLIER_FEES);
    this.#earlierProfit = only(EARLIER_PROFITS);
  }

  /** Columns of types or states. */
  get states(): readonly number[] {
    return this.#columns.states;
  }

  /** Returns the cells of a row. */
  read(row: CsvRow): MoneyCells {
    const { profits, costs, costCurrencies, currencies } = this.#columns;
    const cell = (place: number): string | null => {
      const text = cellAt(row, place);
      return text === undefined || isEmptyCell(text) ? null : text;
    };
    const profitCells = profits.map(({ place }, index) => {
      const text = cell(place);
      const { cells, currency } = this.#seen[index]!;
      if (text === null) return null;
      cells.see(text, looksNumeric);
      currency.see(currencyOfCell(text), row.line);
      return amountIn(text);
    });
    for (const place of costCurrencies) {
      const coin = cell(place);
      if (coin !== null && this.#coins.size < 2) this.#coins.add(coin.toUpperCase());
    }
    for (const [index, place] of currencies.entries())
      this.#currencies[index]!.see(cell(place)?.toUpperCase(), row.line);
    return {
      profits: profitCells,
      costs: costs.map(({ place }) => {
        const text = cell(place);
        return text === null ? null : amountIn(text);
      }),
      ...(this.#earlierProfit >= 0 && { profit: cellAt(row, this.#earlierProfit) }),
      ...(this.#earlierFees >= 0 && { feesPaid: cellAt(row, this.#earlierFees) }),
    };
  }

  get earlier(): EarlierTraits {
    return this.#earlierProfit >= 0 ? { profit: 'net' } : {};
  }

  /** Returns the columns of the file. Call it after the last row. Reports rows in different currencies. */
  end(sink: TradeSink): MoneyTraits {
    const { profits, costs } = this.#columns;
    const tool = this.#knownTool;
    const chosen = chosenProfit(profits, (one) => this.#seen[profits.indexOf(one)]!.cells.isMoney);
    const place = chosen.profit ? profits.indexOf(chosen.profit) : -1;
    const conflicts = [...(place < 0 ? [] : [this.#seen[place]!.currency]), ...this.#currencies];
    for (const [index, { conflict }] of conflicts.entries())
      if (conflict)
        sink.problem(
          conflict.line,
          index === 0 && place >= 0 ? 'profit' : 'currency',
          conflict.message((row) => sink.nameOf(row)),
        );
    const profitCurrency = chosen.profit ? currencyInName(chosen.profit.name) : undefined;
    if (profitCurrency !== undefined) sink.facts({ accountCurrency: profitCurrency });
    return {
      profit: chosen.profit && { ...chosen.profit, kind: tool?.kind ?? chosen.profit.kind, place },
      grossPlace: chosen.gross ? profits.indexOf(chosen.gross) : undefined,
      costColumns: tool?.listsSomeCosts ? [] : costs,
      feeCurrencies: [...this.#coins],
      rates: this.#columns.rates,
      profitCurrency,
      priceCurrency: currencyInName(this.header[this.places.entryPrice ?? -1] ?? ''),
    };
  }

  get #knownTool(): KnownTool | undefined {
    const isOf = ({ columns }: KnownTool) => columns.every((name) => this.#names.includes(name));
    return [TOPSTEPX, FREQTRADE, VECTORBT].find(isOf);
  }
}

/** Returns whether a cell may be a number: it has digits, and no letters but an exponent. */
const looksNumeric = (text: string): boolean => /\d/.test(text) && !/[A-DF-Za-df-z]/.test(text);
