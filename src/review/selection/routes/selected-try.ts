import { DAYS_PER_YEAR } from '../../analysis/risk/return-ratios.js';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import type { RunAnswers } from '../../trials/study-session.js';
import type { SelectedTryDto } from './selected-try.dto.js';
import type { Study } from './study.js';

const ANNUAL = Math.sqrt(DAYS_PER_YEAR);

/** Returns an annual Sharpe ratio from a daily Sharpe ratio. */
export const annual = (perDay: number | null): number | null => perDay && roundedDouble(perDay * ANNUAL);

/** The facts of a try that the ledger does not contain. */
interface TryFacts {
  readonly name: string | null;
  readonly answers: RunAnswers | null;
  readonly holm: number;
  readonly bhy: number;
}

export function toTryDto(
  { ledger, judged }: Study,
  place: number,
  level: number,
  { name, answers, holm, bhy }: TryFacts,
): SelectedTryDto {
  const figures = ledger.figuresOf(place);
  const original = judged.duplicateOf(place);
  const { verdict, ...own } = judged.judge(place, level);
  return {
    sessionId: ledger.idOf(place),
    run: ledger.runOf(place),
    name,
    ended: ledger.endOf(place),
    duplicateOf: original === null ? null : { sessionId: ledger.idOf(original), run: ledger.runOf(original) },
    answers,
    days: figures?.days ?? null,
    tradingDays: figures?.tradingDays ?? null,
    sharpePerDay: roundedDouble(figures?.sharpePerDay ?? null),
    sharpe: annual(figures?.sharpePerDay ?? null),
    skewness: roundedDouble(figures?.skewness ?? null),
    kurtosis: roundedDouble(figures?.kurtosis ?? null),
    deflatedSharpe: roundedDouble(own.deflatedSharpe),
    minTrackRecordDays: roundedDouble(own.minTrackRecordDays),
    minBacktestDays: roundedDouble(own.minBacktestDays),
    pValue: roundedDouble(own.pValue),
    bonferroni: roundedDouble(own.bonferroni),
    holm: definedDouble(holm),
    bhy: definedDouble(bhy),
    verdict,
  };
}

const definedDouble = (value: number): number | null => (Number.isNaN(value) ? null : roundedDouble(value));
