import { decimalOf, parsedDecimal, plus, rounded } from '../../../shared/decimal/exact-decimal.js';
import { ZERO } from '../../../shared/decimal/exact-sum.js';
import type { MoneyChoiceDto } from '../../../shared/problems/money-choice.dto.js';
import { Problem, fieldsProblem } from '../../../shared/problems/problem.js';
import type { Trade } from '../../../trades/trade.entity.js';
import type { MoneyChoice, SymbolMoney } from '../money/money-result.js';
import type { UnclearMoney } from '../money-of-rows.js';
import type { TradeFile } from '../trade-file.js';
import type { MoneyProofDto } from './money.dto.js';

/** Largest difference by which a net profit of 8 decimals is rounded. */
const DIGIT = 1e-8;

interface Sums {
  rows: number;
  agree: number;
  fileTotal: typeof ZERO;
  total: typeof ZERO;
  net: typeof ZERO;
  areAllFree: boolean;
  /** Null if the trades have different point values. */
  pointValue: number | null;
}

/** Adds up the stored money of the trades of a file whose profits are not read as a whole. */
export class MoneySums {
  count = 0;
  readonly #symbols = new Map<string, Sums>();

  /** @param profit the net profit that the row of the trade prints, if it is read */
  add({ symbol, plNet, feesPaid, pointValue }: Trade, profit: number | undefined): void {
    const none = { fileTotal: ZERO, total: ZERO, net: ZERO, areAllFree: true };
    const sums = this.#symbols.get(symbol) ?? { ...none, rows: 0, agree: 0, pointValue };
    if (sums.rows === 0) this.#symbols.set(symbol, sums);
    const net = decimalOf(plNet);
    this.count += 1;
    sums.rows += 1;
    sums.net = plus(sums.net, net);
    sums.areAllFree &&= feesPaid === 0;
    if (sums.pointValue !== pointValue) sums.pointValue = null;
    if (profit === undefined) return;
    sums.fileTotal = plus(sums.fileTotal, decimalOf(profit));
    sums.total = plus(sums.total, net);
    sums.agree += Number(Math.abs(plNet - profit) <= DIGIT * (2 + Math.abs(profit)));
  }

  /** @param column name of the column of net profits; undefined if there is none */
  proofs(column: string | undefined): MoneyProofDto[] {
    return [...this.#symbols].map(
      ([symbol, { rows, agree, fileTotal, total, net, areAllFree, pointValue }]) => ({
        symbol,
        column: column ?? null,
        meaning: column === undefined ? ('none' as const) : ('net' as const),
        model: column === undefined ? null : areAllFree ? ('one' as const) : ('costs-by-row' as const),
        pointValue,
        rows,
        agree,
        fileTotal: column === undefined ? null : rounded(fileTotal),
        total: rounded(column === undefined ? net : total),
        net: rounded(net),
      }),
    );
  }
}

const amountOf = (text: string): number => rounded(parsedDecimal(text));

/**
 * Returns the proofs of a file.
 * @param sums the sums of all trades of the file
 */
export const moneyOf = ({ proofs, netProfitColumn }: TradeFile, sums: MoneySums): MoneyProofDto[] =>
  proofs.length > 0 ? proofs.map(toProof) : sums.proofs(netProfitColumn);

const toProof = ({ pointValue, fileTotal, total, net, ...facts }: SymbolMoney): MoneyProofDto => ({
  ...facts,
  pointValue: pointValue === null ? null : Number(pointValue),
  fileTotal: fileTotal === null ? null : amountOf(fileTotal),
  total: amountOf(total),
  net: amountOf(net),
});

/** Returns the choices of a file whose money is unclear; null if it is clear. */
export const choicesOf = ({ unclear }: TradeFile): MoneyChoiceDto[] | null =>
  unclear === null || unclear.choices.length === 0 ? null : unclear.choices.map(toChoice);

const toChoice = ({ meaning, costs, pointValue, total, net }: MoneyChoice): MoneyChoiceDto => ({
  meaning,
  costs,
  pointValue: pointValue === null ? null : Number(pointValue),
  total: amountOf(total),
  net: amountOf(net),
});

/** @throws Problem MONEY_UNCLEAR, VALIDATION_FAILED */
export function requireClearMoney(file: TradeFile): void {
  if (file.unclear !== null) throw moneyProblem(file.unclear, file);
}

/**
 * Like `requireClearMoney`, but accepts a file whose money is asked.
 * @throws Problem VALIDATION_FAILED
 */
export function requireExplainedMoney(file: TradeFile): void {
  if (file.unclear !== null && file.unclear.choices.length === 0) throw moneyProblem(file.unclear, file);
}

const UNCLEAR = 'is unclear: ';

function moneyProblem({ details }: UnclearMoney, file: TradeFile): Problem {
  const choices = choicesOf(file);
  if (choices === null) return fieldsProblem('VALIDATION_FAILED', details);
  const questions = details.filter(({ message }) => message.startsWith(UNCLEAR));
  const asked = questions.map(({ message }) => message.slice(UNCLEAR.length)).join('; ');
  return new Problem(
    'MONEY_UNCLEAR',
    `The money of the file is unclear: ${asked}. Send the file again with the answer of one of the choices${answersFor(choices)}.`,
    { details, choices },
  );
}

const answersFor = ([first]: readonly MoneyChoiceDto[]): string =>
  first?.costs === null || first === undefined
    ? ': profit=net, profit=gross or profit=ignore'
    : ': costs=paid or costs=credit, or profit=ignore';
