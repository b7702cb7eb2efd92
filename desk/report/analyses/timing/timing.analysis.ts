import type { TimingAnswer } from '../../../../src/review/analysis/timing/timing.dto.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly timing: TimingAnswer;
  }
}

export const timingAnalysis: Analysis = {
  requests: { timing: { turn: 6, words: 'random entries', path: 'timing', isLate: true } },
  panel: () => import('./timing-panel.js'),
};
