import type { CostsAnswer } from '../../../../src/review/analysis/costs/costs.dto.js';
import { NO_TRADES } from '../../panels/no-trades.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly costs: CostsAnswer;
  }
}

export const costsAnalysis: Analysis = {
  requests: { costs: { turn: 4, words: 'costs', path: 'costs', isLate: true } },
  panel: {
    id: 'costs',
    title: 'Costs',
    nothing: ({ costs }) => (costs && costs.paidBp === null ? NO_TRADES : null),
    load: () => import('./costs-panel.js'),
  },
};
