import type { CostsAnswer } from '../../../../src/review/analysis/costs/costs.dto.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly costs: CostsAnswer;
  }
}

export const costsAnalysis: Analysis = {
  requests: { costs: { turn: 4, words: 'costs', path: 'costs', isLate: true } },
  panel: () => import('./costs-panel.js'),
};
