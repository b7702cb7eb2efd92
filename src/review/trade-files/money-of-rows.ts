import type { FieldProblem } from '../../shared/problems/problem.js';
import { excerpt } from '../../shared/text/excerpt.js';
import type { RawTrades } from './columns/raw-trades.js';
import type { RawNumbers } from './columns/raw-numbers.js';
import type { RowReports } from './columns/row-reports.js';
import type { EarlierFacts } from './earlier/earlier-content.js';
import { ProfitSamples } from './earlier/profit-facts.js';
import { TradeFileError } from './files/trade-file-error.js';
import { cutText } from './formats/cut-text.js';
import type { ImportOptions } from './formats/import-options.js';
import type { MoneyTraits } from './formats/raw-trade.js';
import { MoneyRowReader, OTHER_COSTS } from './money-row-reader.js';
import { areOtherCurrencies } from './money/currencies.js';
import type {
  MoneyChoice,
  MoneyDetail,
  MoneyResult,
  StoredMoney,
  SymbolMoney,
  TakenMoney,
} from './money/money-result.js';
import type { MoneyFile, MoneyRow } from './money/money-rows.js';
import { pointValueAnswer } from './money/money-texts.js';
import { resultInSteps } from './money/steps.js';
import { solveMoney } from './money/solve-money.js';

const BATCH = 250;
/** Maximum number of characters of the name of a column in a sentence. */
const MAX_NAME_LENGTH = 60;
/** Currency in which costs are compared if the account has none. */
const USUAL_CURRENCY = 'USD';

/** The money of a row. */
export interface RowMoney {
  readonly stored: StoredMoney;
  /** True if the profits of the file were read. */
  readonly isRead: boolean;
  /** True if the row lists a cost. */
  readonly listsCosts: boolean;
}

/** Why the money of a file is not stored without an answer. */
export interface UnclearMoney {
  /** The readings to choose from, the likeliest first. Empty if the profits disagree with the prices. */
  readonly choices: readonly MoneyChoice[];
  readonly details: readonly FieldProblem[];
}

/** The money of a file. */
export interface FileMoney {
  /** The money of each row. If the money is unclear, that of the likeliest reading. */
  readonly rowAt: (index: number) => RowMoney;
  /** The proof for each symbol as printed. Empty if the profits of the file were not read. */
  readonly proofs: readonly SymbolMoney[];
  readonly unclear: UnclearMoney | null;
  /** Sentences about columns that are not read. */
  readonly notices: readonly string[];
  /** The facts that earlier versions derived from the file. Null if they refused it. */
  readonly earlier: EarlierFacts | null;
}

export interface MoneyOptions extends Pick<
  ImportOptions,
  'profit' | 'costs' | 'pointValue' | 'accountCurrency' | 'multipliers' | 'symbol'
> {
  /** Returns a symbol in the form of assets. */
  readonly symbolOf: (text: string) => string;
}

/**
 * Returns the money of a file whose profits and costs are read as a whole. Reads all rows into memory.
 * @returns null if a row has a wrong number, which the conversion of the row reports
 * @throws TradeFileError if the request gives a point value for a symbol that the file does not have
 */
export async function moneyOfRows(
  raws: RawTrades,
  traits: MoneyTraits,
  numbers: RawNumbers,
  earlierNumbers: RawNumbers | null,
  options: MoneyOptions,
): Promise<FileMoney | null> {
  const listed = listedCosts(traits, options.accountCurrency);
  const rows: MoneyRow[] = [];
  const samples = earlierNumbers && new ProfitSamples(raws.traits.earlier ?? {}, earlierNumbers);
  const reader = new MoneyRowReader(raws, traits, listed.places, numbers, options.symbol ?? '');
  for await (const batch of raws.file.batches(BATCH)) {
    for (const raw of batch) {
      const row = reader.read(raw);
      if (row === null) return null;
      rows.push(row);
      samples?.add(raw);
    }
  }
  const symbols = new Map(rows.map(({ symbol }) => [symbol, options.symbolOf(symbol)]));
  const file: MoneyFile = {
    rows,
    rowsAre: raws.reports.rowsAre,
    profit: traits.profit,
    costColumns: [...listed.columns, ...OTHER_COSTS],
    ...(traits.costSign && { costSign: traits.costSign }),
    hasForeignCosts: listed.areSomeForeign,
    accountCurrency: options.accountCurrency,
    priceCurrency: traits.priceCurrency,
    profitCurrency: traits.profitCurrency,
    multipliers: bySymbol(symbols, options.multipliers ?? new Map()),
    answers: {
      ...(options.profit && { profit: options.profit }),
      ...(options.costs && { costs: options.costs }),
      ...pointValues(symbols, options),
    },
  };
  const result = await resultInSteps(solveMoney(file));
  const taken: TakenMoney = result.answer === 'taken' ? result : result.likeliest;
  const isRead = taken.meaning !== 'none';
  return {
    rowAt: (index) => ({ stored: taken.rows[index]!, isRead, listsCosts: listsCosts(rows[index]!) }),
    proofs: isRead ? taken.money : [],
    unclear:
      result.answer === 'taken'
        ? null
        : {
            choices: result.answer === 'asked' ? result.choices : [],
            details: result.details.map((detail) => toProblem(detail, result, raws.reports)),
          },
    notices: listed.notices,
    earlier: samples && { ...samples.facts(), traits: raws.traits.earlier ?? {} },
  };
}

/** Returns a problem whose message continues the name of its field. */
function toProblem({ row, message }: MoneyDetail, result: MoneyResult, reports: RowReports): FieldProblem {
  if (row !== null)
    return {
      field: `${reports.rowsAre}[${row}].profit`,
      message: reports.placed(`disagrees with the prices; ${message}`),
    };
  const isAboutCosts = result.answer === 'asked' && result.choices[0]?.costs !== null;
  return { field: isAboutCosts ? 'costs' : 'profit', message: `is unclear: ${message}` };
}

const listsCosts = ({ costs = [] }: MoneyRow): boolean =>
  costs.slice(0, costs.length - OTHER_COSTS.length).some((cost) => cost !== null);

/** Returns the columns of costs in the currency of the profit, and names the others. */
function listedCosts(traits: MoneyTraits, accountCurrency: string | undefined) {
  const { costColumns, feeCurrencies = [], rates = [], profitCurrency } = traits;
  const account = accountCurrency === undefined || accountCurrency === 'NONE' ? undefined : accountCurrency;
  const own = profitCurrency ?? account ?? USUAL_CURRENCY;
  const isOther = (currency: string) => areOtherCurrencies(currency, own);
  const isForeign = ({ kind, currency }: MoneyTraits['costColumns'][number]) =>
    (currency !== undefined && isOther(currency)) || (kind === 'fee' && feeCurrencies.some(isOther));
  const places = [...costColumns.keys()].filter((place) => !isForeign(costColumns[place]!));
  const foreign = costColumns.filter(isForeign).map(({ name }) => name);
  const notRead = (name: string, why: string) =>
    `Column ${cutText(name, MAX_NAME_LENGTH)} is not read as a cost, because it ${why}.`;
  return {
    places,
    columns: places.map((place) => costColumns[place]!),
    areSomeForeign: foreign.length > 0,
    notices: [
      ...foreign.map((name) => notRead(name, 'is in another currency than the profit')),
      ...rates.map((name) => notRead(name, 'is a rate or a percentage')),
    ],
  };
}

/** Returns values by symbols as printed. */
const bySymbol = (
  symbols: ReadonlyMap<string, string>,
  values: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> =>
  new Map(
    [...symbols].flatMap(([printed, symbol]) => {
      const value = values.get(symbol);
      return value === undefined ? [] : [[printed, value] as const];
    }),
  );

/** @throws TradeFileError */
function pointValues(
  symbols: ReadonlyMap<string, string>,
  { pointValue, symbolOf }: MoneyOptions,
): MoneyFile['answers'] {
  const answer = pointValue === undefined ? null : pointValueAnswer(pointValue);
  if (answer === null) return {};
  if (typeof answer === 'string') return { pointValue: answer };
  const values = new Map([...answer].map(([symbol, value]) => [symbolOf(symbol), value]));
  const known = new Set(symbols.values());
  const unknown = [...answer.keys()].find((symbol) => !known.has(symbolOf(symbol)));
  if (unknown !== undefined)
    throw new TradeFileError('pointValue', `names ${excerpt(unknown)}, which the file does not have`);
  return { pointValue: bySymbol(symbols, values) };
}
