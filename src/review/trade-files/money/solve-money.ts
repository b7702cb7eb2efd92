import type { FoundMoney, Reading } from './attempt.js';
import { medianOf } from './conversion-model.js';
import { costSignOf } from './cost-sign.js';
import { disagreements } from './disagreement.js';
import { type MoneyChoice, type MoneyDetail, type MoneyResult, type TakenMoney } from './money-result.js';
import type { CostSign, MoneyFile, ProfitKind, ProfitMeaning } from './money-rows.js';
import { type PreparedMoney, type PreparedRow, preparedMoney, toleranceOf } from './prepared-money.js';
import { type PointValue, VALUE_OF_ONE, pointValueOf } from './round-value.js';
import { searchModels } from './search-models.js';
import type { Steps } from './steps.js';
import { moneyOfPrices, storedMoney } from './stored-money.js';
import { decimalText } from '../../../shared/decimal/decimal-text.js';
import { plus, parsedDecimal } from '../../../shared/decimal/exact-decimal.js';
import { ZERO } from '../../../shared/decimal/exact-sum.js';

/** Values of contracts outside these bounds are asked. */
const MIN_VALUE = 1e-3;
const MAX_VALUE = 1e8;
/** Rows of a symbol that have to move before a row without a profit takes their point value. */
const MIN_MOVED = 2;

/**
 * Returns what the printed profits of a file say about the money of its trades: taken, so that the stored money equals
 * the printed money, or asked, or refused with the rows that disagree. The work grows with n log n of the rows.
 */
export function* solveMoney(file: MoneyFile): Steps<MoneyResult> {
  const answer = file.answers?.profit;
  const found = costSignOf(file);
  const money = yield* preparedMoney(file, found.sign);
  const hasProfit = money.rows.some(({ profit }) => profit !== null);
  if (file.profit === null || !hasProfit || answer === 'ignore') return yield* ofPrices(file, money);
  const kind = answer ?? file.profit.kind;
  const best = yield* searchModels(file, money, kind);
  if (answer !== undefined) {
    const reading = best?.readings[0] ?? printedReading(file, money, answer);
    return yield* storedMoney(money, file.profit.name, filled(money, reading));
  }
  if (found.isAsked) return yield* signQuestion(file, found.sign, kind);
  if (best === null) return yield* refused(file, money);
  const [reading] = best.readings;
  if (found.isDoubtfulIfGross && reading.meaning === 'gross')
    return yield* signQuestion(file, found.sign, 'gross');
  const questions = [...best.questions, ...questionsOf(file, money, reading)];
  if (questions.length === 0) return yield* storedMoney(money, file.profit.name, filled(money, reading));
  const rows = best.showsRows ? disagreements(file, money) : [];
  return asked(yield* choicesOf(file, money, best, null), questions, rows);
}

const ofPrices = (file: MoneyFile, money: PreparedMoney): Steps<TakenMoney> =>
  moneyOfPrices(money, (row) => knownValue(file, money, row));

function* refused(file: MoneyFile, money: PreparedMoney): Steps<MoneyResult> {
  const likeliest = yield* ofPrices(file, money);
  return { answer: 'refused', likeliest, details: disagreements(file, money) };
}

/** Returns the questions that do not depend on the model. */
function questionsOf(file: MoneyFile, money: PreparedMoney, reading: Reading): string[] {
  const { kind, name, hasNoUnit = false } = file.profit!;
  let [isOutside, isNotOne] = [false, false];
  for (const row of money.rows) {
    if (row.profit === null || money.groups[row.group]!.given !== null) continue;
    const { value } = reading.valueOf(row);
    isOutside ||= value < MIN_VALUE || value > MAX_VALUE;
    isNotOne ||= value !== 1;
  }
  return [
    ...(isOutside ? ['the point value is very small or very large'] : []),
    ...(hasNoUnit && isNotOne ? [`column ${name} does not say whether it is money, R or pips`] : []),
    ...(file.hasForeignCosts && kind !== 'net'
      ? ['the profit may be net or gross of the costs in another currency']
      : []),
    ...(canFill(money, reading) ? [] : ['rows without a profit have no known point value']),
  ];
}

/** Returns whether the point values of rows without a profit are known. */
function canFill({ groups }: PreparedMoney, { model }: Reading): boolean {
  return groups.every(
    ({ all, rows, given, movedCount }) =>
      rows.length === all.length ||
      model === 'one' ||
      given !== null ||
      (model === 'point-value' && movedCount >= MIN_MOVED),
  );
}

/** Returns a reading that gives rows without a profit the median value of their symbol, else 1. */
function filled({ groups }: PreparedMoney, reading: Reading): Reading {
  const medians = groups.map(({ all, rows, given }) =>
    rows.length === all.length ? null : (given ?? medianOf(rows.map(reading.valueOf)) ?? VALUE_OF_ONE),
  );
  return {
    ...reading,
    valueOf: (row) => (row.profit === null ? medians[row.group]! : reading.valueOf(row)),
  };
}

/** Returns the reading that stores the printed money, whatever the prices say. */
function printedReading(file: MoneyFile, money: PreparedMoney, meaning: ProfitMeaning): Reading {
  return {
    meaning,
    model: 'printed',
    valueOf: (row) => knownValue(file, money, row),
    toleranceOf: (row) => toleranceOf(row, money.unit),
  };
}

/** Returns the given value of a row, else the multiplier of its asset, else 1. */
function knownValue({ multipliers }: MoneyFile, { groups }: PreparedMoney, row: PreparedRow): PointValue {
  const { given, symbol } = groups[row.group]!;
  const multiplier = multipliers?.get(symbol);
  return given ?? (multiplier === undefined ? VALUE_OF_ONE : pointValueOf(multiplier));
}

const OTHER_SIGN = { paid: 'credit', credit: 'paid' } as const;

/** Asks what a positive cost means, with the likelier sign first. */
function* signQuestion(file: MoneyFile, sign: CostSign, kind: ProfitKind): Steps<MoneyResult> {
  const choices: Choice[] = [];
  for (const each of [sign, OTHER_SIGN[sign]]) {
    const money = yield* preparedMoney(file, each);
    const found = yield* searchModels(file, money, kind);
    if (found) choices.push(...(yield* choicesOf(file, money, found, each)));
  }
  if (choices.length > 0) return asked(choices, ['the costs may be positive if paid, or negative']);
  return yield* refused(file, yield* preparedMoney(file, sign));
}

function* choicesOf(
  file: MoneyFile,
  money: PreparedMoney,
  { readings }: FoundMoney,
  costs: CostSign | null,
): Steps<Choice[]> {
  const choices: Choice[] = [];
  for (const reading of readings) {
    const taken = yield* storedMoney(money, file.profit!.name, filled(money, reading));
    choices.push({ taken, choice: choiceOf(taken, costs) });
  }
  return choices;
}

interface Choice {
  readonly taken: TakenMoney;
  readonly choice: MoneyChoice;
}

function choiceOf({ meaning, model, money }: TakenMoney, costs: CostSign | null): MoneyChoice {
  const [first] = money;
  const isOne = money.every(({ pointValue }) => pointValue === first!.pointValue);
  return {
    meaning: meaning as ProfitMeaning,
    costs,
    pointValue: isOne ? first!.pointValue : null,
    model: model!,
    total: sumOf(money.map(({ total }) => total)),
    net: sumOf(money.map(({ net }) => net)),
  };
}

const sumOf = (amounts: readonly string[]): string =>
  decimalText(amounts.map(parsedDecimal).reduce(plus, ZERO));

const asked = (
  choices: readonly Choice[],
  questions: readonly string[],
  rows: readonly MoneyDetail[] = [],
): MoneyResult => ({
  answer: 'asked',
  choices: choices.map(({ choice }) => choice),
  likeliest: choices[0]!.taken,
  details: [...questions.map((message) => ({ row: null, message })), ...rows],
});
