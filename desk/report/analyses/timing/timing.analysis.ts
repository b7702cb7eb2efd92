import type { TimingAnswer } from '../../../../src/review/analysis/timing/timing.dto.js';
import { stateSentence } from '../../panels/states.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly timing: TimingAnswer;
  }
}

export const timingAnalysis: Analysis = {
  requests: { timing: { turn: 6, words: 'random entries', path: 'timing', isLate: true } },
  panel: {
    id: 'timing',
    title: 'Timing',
    nothing: ({ timing }) => (timing ? stateSentence(timing) : null),
    load: () => import('./timing-panel.js'),
  },
};
