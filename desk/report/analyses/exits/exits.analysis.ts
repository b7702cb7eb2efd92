import type { ExitsAnswer } from '../../../../src/review/analysis/exits/exits.dto.js';
import { NO_MEASURED_TRADE } from '../../panels/no-candles.js';
import { stateSentence } from '../../panels/states.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly exits: ExitsAnswer;
  }
}

export const exitsAnalysis: Analysis = {
  requests: { exits: { turn: 12, words: 'other exits', path: 'exits', query: () => ({ targets: 'auto' }) } },
  panel: {
    id: 'exits',
    title: 'Other exits',
    nothing: ({ exits }) => {
      if (!exits) return null;
      const sentence = stateSentence(exits);
      if (sentence !== null || exits.trades.measured > 0) return sentence;
      return NO_MEASURED_TRADE;
    },
    load: () => import('./exits-panel.js'),
  },
};
