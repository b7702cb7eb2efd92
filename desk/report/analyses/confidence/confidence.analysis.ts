import type { ConfidenceAnswer } from '../../../../src/review/analysis/confidence/confidence.dto.js';
import { NO_TRADES } from '../../panels/no-trades.js';
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
  panel: {
    id: 'confidence',
    title: 'Confidence',
    nothing: ({ confidence }) => (confidence?.reason === 'no-trades' ? NO_TRADES : null),
    load: () => import('./confidence-panel.js'),
  },
};
