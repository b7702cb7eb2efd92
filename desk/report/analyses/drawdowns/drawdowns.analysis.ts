import { NO_TRADES } from '../../panels/no-trades.js';
import type { Analysis } from '../analysis.js';

export const drawdownsAnalysis: Analysis = {
  panel: {
    id: 'drawdowns',
    title: 'Deepest drawdowns',
    nothing: ({ risk }) => {
      if (!risk || risk.drawdowns.periods.length > 0) return null;
      return risk.reason === 'no-trades' ? NO_TRADES : 'The equity was never below its peak.';
    },
    load: () => import('./drawdowns-panel.js'),
  },
};
