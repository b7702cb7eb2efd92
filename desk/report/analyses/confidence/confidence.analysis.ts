import type { ConfidenceAnswer } from '../../../../src/review/analysis/confidence/confidence.dto.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly confidence: Omit<ConfidenceAnswer, 'calculationVersion' | 'seed'>;
  }
}

export const confidenceAnalysis: Analysis = {
  requests: {
    confidence: { turn: 1, words: 'confidence intervals', path: 'confidence', hasThreshold: true },
  },
  panel: () => import('./confidence-panel.js'),
};
