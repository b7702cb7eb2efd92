import { fromUnits } from '../../../shared/decimal/eight-decimals.js';
import {
  type CalculatedFigures,
  type StatisticsSettings,
  calculateFigures,
} from '../../../shared/figures/calculator/calculate-statistics.js';
import type { AnswerColumns } from '../../../trades/answer-columns.js';
import type { AnswerContext } from '../tasks/answer-task.js';
import { answerGroups, inTradeOrder } from './answer-groups.js';
import { type ListedAnswer, answerList, listedCount } from './answer-list.js';
import { chanceOfChange } from './chance-of-change.js';
import { allParts, changeParts, sumOfUnits } from './change-parts.js';

export const FIRST_ANSWER_REASONS = ['no-trades', 'too-many-trades'] as const;

export interface FirstAnswersSettings extends StatisticsSettings {
  /** Number of runs before the present run. */
  readonly earlierRuns: number;
  /** Number of random ranges that were drawn. */
  readonly draws: number;
}

/** The changes of the answers after they were first stored. */
export interface AnswerChanges {
  /** Answers that went. */
  readonly removed: number;
  /** Stored answers of which more than the costs was changed. */
  readonly edited: number;
  /** Stored answers of which only the costs were changed. */
  readonly costs: number;
  /** Stored second looks. */
  readonly secondLooks: number;
  /** Second looks that went. */
  readonly retaken: number;
  /** Parts of the change that are above 0. */
  readonly helped: number;
  /** Parts of the change that are below 0. */
  readonly hurt: number;
  /** Net as kept − net as first answered; null if there are too many changes. */
  readonly change: number | null;
  /** Chance of a change that is at least as large; null without parts, without answers or with too many changes. */
  readonly pValue: number | null;
}

export interface FirstAnswers {
  readonly reason: (typeof FIRST_ANSWER_REASONS)[number] | null;
  /** Figures of the first versions of all answers that are not second looks; null if there are too many changes. */
  readonly asFirst: CalculatedFigures | null;
  /** Figures of the stored trades; null if there are too many changes. */
  readonly asKept: CalculatedFigures | null;
  readonly changes: AnswerChanges;
  readonly earlierRuns: number;
  /** Stored trades that were made in time that an earlier run or draw had shown. */
  readonly earlierLooks: number;
  readonly draws: number;
  /** The newest changes and looks. */
  readonly list: readonly ListedAnswer[];
}

/** Maximum number of changed answers and looks together. */
export const MAX_CHANGED_ANSWERS = 100_000;

/**
 * Compares the answers as they were first stored with the trades as they are stored now.
 * @param answers in any order
 */
export function firstAnswers(
  answers: AnswerColumns,
  { earlierRuns, draws, ...settings }: FirstAnswersSettings,
  context: AnswerContext,
): FirstAnswers {
  const groups = answerGroups(answers, context);
  const { removed, edited, costs, secondLooks, retaken, earlierLooks } = groups;
  const kept = inTradeOrder(answers, groups.kept, context);
  const isUnchanged = groups.kept.length === answers.count && secondLooks.length === 0;
  const first = isUnchanged ? kept : inTradeOrder(answers, groups.first, context);
  const parts = changeParts(answers, groups, first.rows);
  const units = allParts(parts);
  const isTooMany = listedCount(groups) > MAX_CHANGED_ANSWERS;
  const asKept = isTooMany ? null : calculateFigures(kept.trades, settings);
  const asFirst = isTooMany ? null : isUnchanged ? asKept : calculateFigures(first.trades, settings);
  return {
    reason: isTooMany ? 'too-many-trades' : answers.count === 0 ? 'no-trades' : null,
    asFirst,
    asKept,
    changes: {
      removed: removed.length,
      edited: edited.length,
      costs: costs.length,
      secondLooks: secondLooks.length,
      retaken: retaken.length,
      helped: units.filter((part) => part > 0n).length,
      hurt: units.filter((part) => part < 0n).length,
      change: isTooMany ? null : fromUnits(sumOfUnits(units)),
      pValue: isTooMany ? null : chanceOfChange(first.trades.plNet, parts),
    },
    earlierRuns,
    earlierLooks: earlierLooks.length,
    draws,
    list: answerList(answers, groups, context),
  };
}
