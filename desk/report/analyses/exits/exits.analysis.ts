import type { ExitsAnswer } from '../../../../src/review/analysis/exits/exits.dto.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly exits: ExitsAnswer;
  }
}

export const exitsAnalysis: Analysis = {
  requests: { exits: { turn: 12, words: 'other exits', path: 'exits', query: () => ({ targets: 'auto' }) } },
  panel: () => import('./exits-panel.js'),
};
