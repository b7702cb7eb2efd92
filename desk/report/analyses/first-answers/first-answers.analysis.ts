import type { FirstAnswersAnswer } from '../../../../src/review/analysis/first-answers/first-answers.dto.js';
import { hasChangedAnswers } from '../../has-changed-answers.js';
import type { Analysis } from '../analysis.js';
import { type SheetFirstAnswers, sheetFirstAnswers } from './sheet-first-answers.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly firstAnswers: SheetFirstAnswers;
  }
}

export const firstAnswersAnalysis: Analysis = {
  requests: {
    firstAnswers: {
      turn: 15,
      words: 'first answers',
      path: 'first-answers',
      hasThreshold: true,
      isOfAllTrades: true,
      isLate: true,
      read: async (ask, query) => sheetFirstAnswers(await ask<FirstAnswersAnswer>(query)),
    },
  },
  panel: {
    id: 'first-answers',
    title: 'First answers',
    isLeftOut: ({ firstAnswers }) => !firstAnswers || !hasChangedAnswers(firstAnswers),
    load: () => import('./first-answers-panel.js'),
  },
};
