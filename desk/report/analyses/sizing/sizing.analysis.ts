import type { SizingAnswer } from '../../../../src/review/analysis/sizing/sizing.dto.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly sizing: SizingAnswer;
  }
}

export const sizingAnalysis: Analysis = {
  requests: { sizing: { turn: 8, words: 'position sizes', path: 'sizing', isLate: true } },
  panel: () => import('./sizing-panel.js'),
};
