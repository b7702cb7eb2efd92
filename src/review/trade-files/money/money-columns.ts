import { comparedName, currencyInName, namesOtherUnit } from './column-names.js';
import type { CostKind, ProfitKind } from './money-rows.js';

/** A column that may be the profit. */
export interface ProfitCandidate {
  readonly place: number;
  readonly name: string;
  readonly kind: ProfitKind;
  readonly hasNoUnit: boolean;
}

export interface NamedCost {
  readonly place: number;
  readonly name: string;
  readonly kind: CostKind;
  /** Currency in the name. */
  readonly currency: string | undefined;
}

/** The columns of money of a header. Places count from 0. */
export interface MoneyColumns {
  /** Net before gross before unknown, and in the order of the lists. */
  readonly profits: readonly ProfitCandidate[];
  readonly costs: readonly NamedCost[];
  /** Columns that name the currency of costs, such as `fee coin`. */
  readonly costCurrencies: readonly number[];
  /** Columns of the currency of a row. */
  readonly currencies: readonly number[];
  /** Names of columns of costs that are rates or percentages, which are no costs. */
  readonly rates: readonly string[];
  /** Columns of types or states, whose words say that a row is no closed trade. */
  readonly states: readonly number[];
}

const PROFITS: readonly (readonly [ProfitKind, readonly string[]])[] = [
  ['net', ['profitnet', 'netprofit', 'netresult', 'net', 'netprofitloss']],
  ['gross', ['grossprofit', 'profitgross', 'grossprofitloss']],
  ['unknown', ['profit', 'profitloss', 'result', 'gain', 'profitabs', 'returninmoney']],
];
const WITHOUT_UNIT = new Set(['result', 'gain']);
const STATES = new Set(['type', 'status', 'tradetype', 'positiontype', 'tradestatus']);

const TOTAL_FEES = /^totalfees?$/;
const FEES = /^(?:feespaid|commissions?|comm|fees?|entryfees?|exitfees?|tax(?:es)?|charges?)$/;
const CARRIES = /^(?:swaps?|rollovers?|funding(?:fees?)?)$/;
const COST_CURRENCIES = /^(?:fees?|comm|commissions?)(?:coin|asset|currency|ccy)$/;
const CURRENCIES = /^(?:(?:profit|account|quote)?currency|ccy)$/;

/** Returns the columns of money of a header. */
export function moneyColumnsIn(header: readonly string[]): MoneyColumns {
  const names = header.map(comparedName);
  const isMoney = header.map((name) => !namesOtherUnit(name));
  const places = (test: (name: string) => boolean) =>
    names.flatMap((name, place) => (isMoney[place] && test(name) ? [place] : []));
  return {
    profits: PROFITS.flatMap(([kind, list]) =>
      list.flatMap((wanted) =>
        places((name) => name === wanted).map((place) => ({
          place,
          name: header[place]!.trim(),
          kind,
          hasNoUnit: WITHOUT_UNIT.has(wanted),
        })),
      ),
    ),
    costs: costsIn(header, names, places),
    costCurrencies: places((name) => COST_CURRENCIES.test(name)),
    currencies: places((name) => CURRENCIES.test(name)),
    rates: header
      .filter((_, place) => !isMoney[place] && FEES.test(names[place]!))
      .map((name) => name.trim()),
    states: places((name) => STATES.has(name)),
  };
}

/** Returns the columns of costs. Total fees contain the other fees. */
function costsIn(
  header: readonly string[],
  names: readonly string[],
  places: (test: (name: string) => boolean) => number[],
): NamedCost[] {
  const coins = header.map(coinOf);
  const bare = names.map((name, place) => (coins[place] ? name.slice(0, -coins[place].length) : name));
  const matching = (test: RegExp) => places((name) => test.test(bare[names.indexOf(name)]!));
  const totals = matching(TOTAL_FEES).slice(0, 1);
  const fees = totals.length > 0 ? totals : matching(FEES);
  return [...fees, ...matching(CARRIES)].map((place) => ({
    place,
    name: header[place]!.trim(),
    kind: CARRIES.test(bare[place]!) ? 'carry' : 'fee',
    currency: coins[place] ?? currencyInName(header[place]!),
  }));
}

/** Returns the coin at the end of a name such as `Fee BNB`; undefined if there is none, or its name is a currency. */
function coinOf(name: string): string | undefined {
  const words = name.trim().split(/\s+/);
  const last = words.pop()!;
  const isCoin = /^[A-Z]{2,6}$/.test(last) && words.some((word) => /[a-z]/.test(word));
  return isCoin && currencyInName(last) === undefined ? last : undefined;
}
