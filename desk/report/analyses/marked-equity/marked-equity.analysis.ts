import type { EquityAnswer } from '../../../../src/review/analysis/equity/equity.dto.js';
import { stateSentence } from '../../panels/states.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    /** Equity with open trades at market prices. */
    readonly markedEquity: Pick<EquityAnswer, 'state' | 'reason' | 'drawdown'> & {
      readonly points: readonly SheetPoint[];
    };
  }
}

export const markedEquityAnalysis: Analysis = {
  requests: { markedEquity: { turn: 5, words: 'marked equity', path: 'equity', isLate: true } },
  panel: {
    id: 'marked-equity',
    title: 'Marked equity',
    nothing: ({ markedEquity }) => (markedEquity ? stateSentence(markedEquity) : null),
    load: () => import('./marked-equity-panel.js'),
  },
};
